//! Searches all decisions of one turn.

use std::{cmp::Reverse, collections::BTreeMap};

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Action, COMPONENTS, Cell, Phase, Place, STEPS, STEPS_EACH, Spot, State},
};

use super::{
    reach::{Obstacles, apart},
    score::{Goal, Score},
};
use crate::{Dice, search::shares_of};

/// The best lines of a turn.
pub(super) struct Found {
    pub(super) best: Option<Score>,
    pub(super) firsts: Vec<Vec<Action>>,
    pub(super) nodes: u64,
    pub(super) is_complete: bool,
}

/// The number of prisoners of a player.
const PRISONERS: usize = COMPONENTS.prisoners as usize;

/// A position of the turn.
#[derive(Clone, Debug)]
struct Node {
    state: State,
    /// The number of its board, which positions with the same tunnels share.
    board: usize,
    /// The steps of each prisoner in this turn.
    steps: [u8; PRISONERS],
    /// Whether the action with a tile has been taken or skipped.
    is_laid: bool,
    /// Whether anything has been done in this turn.
    has_acted: bool,
    /// The index in the stock of a drawn tile that is not known.
    hidden: Option<u8>,
}

/// The parts of a position that decide what the rest of the turn can reach. Prisoners are
/// interchangeable.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
struct Key {
    board: usize,
    /// Whether the action with a tile has been taken, whether anything has been done, whether a
    /// door is to be given up, and whether the seat has a master key.
    flags: [bool; 4],
    prisoners: [(Place, u8); PRISONERS],
    doors: Vec<(Seat, Spot)>,
    zones: Vec<Option<Seat>>,
}

/// A tile as far as prisoners notice it: its cell, its tunnels, and whether it has a hide-out.
type Shape = (Cell, &'static [u8], bool);

/// A search within one turn.
///
/// The simple version plays all decisions in every order. This one examines positions that differ
/// only in the numbers of the prisoners once, and drops those from which too few prisoners can
/// come out even if they did not stand in each other's way.
pub(super) struct Turn<'a> {
    game: &'a State,
    seat: Seat,
    goal: Goal,
    nodes: u64,
    most: u64,
    /// Whether any line that reaches the goal is enough, however good.
    any: bool,
    /// The number of escaped prisoners of the seat before the turn.
    out: u16,
    /// Whether the round ends with the turn, whatever is done.
    is_last: bool,
    boards: BTreeMap<Vec<Shape>, usize>,
    known: BTreeMap<Key, Option<Score>>,
    dice: Dice,
}

impl<'a> Turn<'a> {
    /// Returns the search of the turn of the seat.
    pub(super) fn of(game: &'a State, seat: Seat, goal: Goal, most: u64) -> Self {
        Self {
            game,
            seat,
            goal,
            nodes: 0,
            most,
            any: false,
            out: game.gained(seat),
            is_last: false,
            boards: BTreeMap::new(),
            known: BTreeMap::new(),
            dice: Dice::new(0),
        }
    }

    /// Returns the position that the search begins with; `None` if the seat does not decide, or if
    /// nothing can be reached.
    fn root(&mut self) -> Option<Node> {
        let (game, seat) = (self.game, self.seat);
        if game.mover() != Some(seat) || !game.acting().contains(seat) {
            return None;
        }
        let view = game.view(Viewer::Seat(seat));
        let draws_last = view.phase == Phase::Draw && game.tiles_left() == 1;
        self.is_last = view.last_turn || draws_last || view.turns >= view.turn_limit;
        let root = Node {
            board: self.board(game),
            state: game.clone(),
            steps: view.done.steps,
            is_laid: view.done.tile || view.phase == Phase::Act,
            has_acted: view.done.anything(),
            hidden: None,
        };
        Some(root).filter(|root| !self.is_hopeless(root) || !root.has_acted)
    }

    /// Returns the best lines among those whose values satisfy `keeps`.
    pub(super) fn best_lines(mut self, keeps: impl Fn(&Score) -> bool) -> Found {
        let mut found: Vec<(Score, Action, Node)> = Vec::new();
        let mut best = None;
        let root = self.root();
        let actions = root.as_ref().map(|root| self.actions(root));
        for (root, action) in root.iter().cycle().zip(actions.into_iter().flatten()) {
            let Some(next) = self.after(root, &action) else {
                break;
            };
            let bound = self.bound(&next).map(Score::without_length);
            if bound.is_some_and(|bound| Some(bound) < best) {
                continue;
            }
            let value = self.value(&next).map(Score::after_one).filter(&keeps);
            if !self.is_over() {
                best = best.max(value.map(Score::without_length));
                found.extend(value.map(|value| (value, action, next)));
            }
        }
        let (nodes, is_complete) = (self.nodes, !self.is_over());
        found.retain(|(value, ..)| Some(value.without_length()) == best);
        found.sort_by_key(|(value, ..)| value.length.0);
        let line = |(_, action, next)| self.line(vec![action], next);
        Found {
            best,
            firsts: found.into_iter().map(line).collect(),
            nodes,
            is_complete,
        }
    }

    /// Returns any line that reaches the goal, if the search finds one within its limit. It tries
    /// far fewer decisions than a search for the best lines.
    pub(super) fn any_line(mut self) -> Option<Vec<Action>> {
        self.any = true;
        let root = self.root()?;
        self.value(&root)?;
        Some(self.line(Vec::new(), root))
    }

    fn is_over(&self) -> bool {
        self.nodes > self.most
    }

    /// Continues a line from the position after it in the way that its value is from: the shortest
    /// one, unless any is enough.
    fn line(&mut self, mut line: Vec<Action>, mut node: Node) -> Vec<Action> {
        // The values are known, so that little is searched again.
        self.most = u64::MAX;
        while !self.has_ended(&node) {
            let value = self.value(&node);
            if value.is_none_or(|value| value.length.0 == 0) {
                break;
            }
            let next = self.actions(&node).into_iter().find_map(|action| {
                let next = self.after(&node, &action)?;
                let is_it = self.value(&next).map(Score::after_one) == value;
                is_it.then_some((action, next))
            });
            let (action, next) = next.expect("the decision that the value is from");
            line.push(action);
            node = next;
        }
        line
    }

    /// Returns the decisions that are tried in a position: all that can help to reach the goal.
    fn actions(&self, node: &Node) -> Vec<Action> {
        let mut actions = node.state.legal_actions(self.seat);
        let by_end = self.goal != Goal::Escapes;
        let is_hopeless = self.is_hopeless(node);
        actions.retain(|action| match *action {
            // No steps can follow a door, and the end of a round removes all doors.
            Action::Door { .. } => by_end && self.is_last && !node.is_laid,
            // A turn in which nothing is done can end the round.
            Action::EndTurn {} => by_end && (self.is_last || !node.has_acted),
            Action::SkipTile {} | Action::Draw { .. } => true,
            Action::Place { stock, .. } => !is_hopeless && Some(stock) != node.hidden,
            _ => !is_hopeless,
        });
        actions
    }

    /// Returns the position after a decision; `None` if the limit is reached.
    fn after(&mut self, node: &Node, action: &Action) -> Option<Node> {
        self.nodes += 1;
        if self.is_over() {
            return None;
        }
        let state = node.state.after(self.seat, action, &mut self.dice);
        let state = state.expect("a legal decision");
        let mut next = Node {
            board: node.board,
            steps: node.steps,
            is_laid: node.is_laid,
            has_acted: true,
            hidden: node.hidden,
            state,
        };
        match *action {
            Action::Draw { .. } => {
                let number = node.state.stock(self.seat).len();
                let is_known = node.state.options().open_piles;
                next.hidden = u8::try_from(number).ok().filter(|_| !is_known);
            }
            Action::Step { prisoner, .. } => next.steps[usize::from(prisoner)] += 1,
            Action::SkipTile {} => {
                next.is_laid = true;
                next.has_acted = node.has_acted;
            }
            Action::Place { .. }
            | Action::Exchange { .. }
            | Action::Relocate { .. }
            | Action::Turn { .. } => {
                next.is_laid = true;
                if !self.is_hopeless(&next) {
                    next.board = self.board(&next.state);
                }
            }
            _ => {}
        }
        Some(next)
    }

    /// Returns the best value that the turn can end with from a position; `None` if the goal is not
    /// reached.
    fn value(&mut self, node: &Node) -> Option<Score> {
        if self.has_ended(node) {
            return self.end(&node.state);
        }
        let mut best = (self.goal == Goal::Escapes).then(|| self.freed(&node.state));
        if self.is_hopeless(node) && node.has_acted {
            return best;
        }
        let key = self.key(node);
        if let Some(known) = key.as_ref().and_then(|key| self.known.get(key)) {
            return *known;
        }
        for action in self.actions(node) {
            let next = self.after(node, &action)?;
            let bound = self.bound(&next).map(Score::after_one);
            if bound.is_none_or(|bound| Some(bound) > best) {
                best = best.max(self.value(&next).map(Score::after_one));
                if self.any && best.is_some() {
                    break;
                }
            }
        }
        if let Some(key) = key.filter(|_| !self.is_over()) {
            self.known.insert(key, best);
        }
        best
    }

    /// Returns whether the turn has ended.
    fn has_ended(&self, node: &Node) -> bool {
        let state = &node.state;
        let goes_on = state.mover() == Some(self.seat) && state.acting().contains(self.seat);
        !goes_on || state.round() != self.game.round()
    }

    /// Returns the value of a position in which the turn has ended; `None` if the goal is not
    /// reached.
    fn end(&self, state: &State) -> Option<Score> {
        let is_new_round = state.round() != self.game.round();
        let first = state.outcome().map(|outcome| shares_of(&outcome));
        let wins = first.map(|shares| shares[self.seat.index()] > WHOLE);
        let game = wins.map_or(0, |wins| if wins { 1 } else { -1 });
        match self.goal {
            Goal::Escapes => Some(self.freed(state)),
            Goal::Win => (game == 1).then(|| Score {
                game,
                ..Score::default()
            }),
            Goal::Ending if is_new_round || game != 0 => {
                let others = state.still_in().without(self.seat);
                Some(Score {
                    game,
                    lost: Reverse(lost(state, self.seat)),
                    taken: others.iter().map(|other| lost(state, other)).sum(),
                    ..self.freed(state)
                })
            }
            Goal::Ending => None,
        }
    }

    /// Returns the value that counts only the escapes of the turn.
    fn freed(&self, state: &State) -> Score {
        let freed = state.gained(self.seat) - self.out;
        Score {
            freed: u8::try_from(freed).expect("eight prisoners"),
            ..Score::default()
        }
    }

    /// Returns whether too few prisoners can escape in the rest of the turn, whatever is done, and
    /// its end does not matter by itself.
    fn is_hopeless(&self, node: &Node) -> bool {
        let by_end = self.goal != Goal::Escapes && self.is_last;
        !by_end && self.possible(node).0 < self.needed(&node.state)
    }

    /// Returns the number of further escapes without which the turn can't reach the goal.
    fn needed(&self, state: &State) -> usize {
        if self.goal == Goal::Escapes {
            return 1;
        }
        let places = state.prisoners(self.seat).iter();
        let green = places.filter(|at| matches!(at, Place::Green(_))).count();
        let round = usize::from(state.ends_round()).saturating_sub(green);
        let target = usize::from(state.options().target);
        let target = target.saturating_sub(state.gained(self.seat).into());
        round.min(target).max(1)
    }

    /// Returns the best value that a position could have if no prisoners of the seat stood in each
    /// other's way; `None` if no such bound is known.
    fn bound(&self, node: &Node) -> Option<Score> {
        let (count, steps) = self.possible(node);
        let count = u8::try_from(count).expect("eight prisoners");
        (self.goal == Goal::Escapes).then(|| Score {
            freed: self.freed(&node.state).freed + count,
            length: Reverse(steps),
            ..Score::default()
        })
    }

    /// Returns the number of prisoners that the steps which are left could bring out if no
    /// prisoners of the seat stood in each other's way, and the number of steps that this takes.
    fn possible(&self, node: &Node) -> (usize, u8) {
        let state = &node.state;
        let left = STEPS.saturating_sub(node.steps.iter().sum());
        let obstacles = node.is_laid.then(|| Obstacles::of(state, self.seat, left));
        let prisoners = state.prisoners(self.seat).iter().zip(node.steps);
        let cost = |(&at, steps): (&Place, u8)| {
            let left = STEPS_EACH.saturating_sub(steps);
            let cost = match &obstacles {
                Some(obstacles) => obstacles.steps_out(state, at, left),
                None => Some(apart(at)),
            };
            cost.filter(|&cost| cost <= left)
        };
        let mut costs: Vec<u8> = prisoners.filter_map(cost).collect();
        costs.sort_unstable();
        let sums = costs.iter().scan(0, |sum, cost| {
            *sum += cost;
            Some(*sum)
        });
        let within = sums.take_while(|&sum| sum <= left);
        within.fold((0, 0), |(count, _), sum| (count + 1, sum))
    }

    /// Returns the number of a board.
    fn board(&mut self, state: &State) -> usize {
        let shape = |cell| {
            let hides = state.kind(cell)?.has_hide_out();
            Some((cell, state.sections(cell)?, hides))
        };
        let number = self.boards.len();
        let shapes = Cell::for_tiles().filter_map(shape).collect();
        *self.boards.entry(shapes).or_insert(number)
    }

    /// Returns the key of a position; `None` while a fight is undecided, which depends on the tiles
    /// before.
    fn key(&self, node: &Node) -> Option<Key> {
        let state = &node.state;
        if state.phase() == Phase::FightChoice {
            return None;
        }
        let mut prisoners = [(Place::Block, 0); PRISONERS];
        let places = state.prisoners(self.seat).iter().copied();
        for (entry, prisoner) in prisoners.iter_mut().zip(places.zip(node.steps)) {
            *entry = prisoner;
        }
        prisoners.sort_unstable();
        let doors = |seat| state.doors(seat).iter().map(move |&spot| (seat, spot));
        Some(Key {
            board: node.board,
            flags: [
                node.is_laid,
                node.has_acted,
                matches!(state.phase(), Phase::GiveDoor { .. }),
                state.keys().contains(self.seat),
            ],
            prisoners,
            doors: state.still_in().iter().flat_map(doors).collect(),
            zones: state.zones().to_vec(),
        })
    }
}

/// A share of the first place that only the whole exceeds.
const WHOLE: f32 = 0.99;

/// Returns the number of lost prisoners of a seat.
fn lost(state: &State, seat: Seat) -> u8 {
    let places = state.prisoners(seat).iter();
    let lost = places.filter(|&&at| at == Place::Lost).count();
    u8::try_from(lost).expect("eight prisoners")
}
