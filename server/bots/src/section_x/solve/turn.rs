//! Searches all decisions of one turn.

use std::{cmp::Reverse, collections::BTreeMap};

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Action, Cell, Phase, Place, ROUNDS, STALLS, STEPS_EACH, State},
};

use super::{
    node::{Key, Node},
    order::likely,
    reach::Obstacles,
    score::{Goal, Score},
};
use crate::{Dice, search::wins_alone, section_x::tiles::moved};

/// The best lines of a turn.
pub(super) struct Found {
    pub(super) best: Option<Score>,
    pub(super) firsts: Vec<Vec<Action>>,
    pub(super) nodes: u64,
    pub(super) is_complete: bool,
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
    /// Whether the end of the round can end the game.
    can_end: bool,
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
            can_end: true,
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
        self.can_end = view.last_round
            || view.stalled + 1 >= STALLS
            || game.round() >= ROUNDS
            || !others_go_on(game, seat);
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

    /// Returns any line that reaches the goal, if the search finds one within its limit, and the
    /// number of decisions that it tried: far fewer than a search for the best lines.
    pub(super) fn any_line(mut self) -> (Option<Vec<Action>>, u64) {
        self.any = true;
        let root = self.root();
        let found = root.filter(|root| self.value(root).is_some());
        let nodes = self.nodes;
        (found.map(|root| self.line(Vec::new(), root)), nodes)
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
        let by_end = self.counts_end();
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
        if self.any && !node.is_laid {
            let state = &node.state;
            let prisoners = state.prisoners(self.seat).iter().zip(node.steps);
            let left = |done| STEPS_EACH.saturating_sub(done).min(node.left());
            let steps = |(&at, done)| (at, left(done));
            let steps: Vec<_> = prisoners.map(steps).collect();
            let needed = self.needed(state);
            let mut open = Obstacles::without_doors(state, self.seat);
            let only_escapes = !self.counts_end();
            likely(
                &mut actions,
                (state, self.seat),
                &steps,
                only_escapes,
                |action, changes| {
                    open.moved = moved(action);
                    changes.clone_into(&mut open.changes);
                    node.possible_past(self.seat, Some(&open)).0 >= needed
                },
            );
        }
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
        let key = node.key(self.seat);
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
        let outcome = state.outcome();
        let wins = outcome.map(|outcome| wins_alone(&outcome, self.seat));
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

    /// Returns whether the end of the round can reach the goal.
    fn counts_end(&self) -> bool {
        match self.goal {
            Goal::Escapes => false,
            Goal::Ending => true,
            Goal::Win => self.can_end,
        }
    }

    /// Returns whether too few prisoners can escape in the rest of the turn, whatever is done, and
    /// its end does not matter by itself.
    fn is_hopeless(&self, node: &Node) -> bool {
        let by_end = self.counts_end() && self.is_last;
        !by_end && node.possible(self.seat).0 < self.needed(&node.state)
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
        let least = if self.counts_end() {
            round.min(target)
        } else {
            target
        };
        least.max(1)
    }

    /// Returns the best value that a position could have if no prisoners of the seat stood in each
    /// other's way; `None` if no such bound is known.
    fn bound(&self, node: &Node) -> Option<Score> {
        let (count, steps) = node.possible(self.seat);
        let count = u8::try_from(count).expect("eight prisoners");
        (self.goal == Goal::Escapes).then(|| Score {
            freed: self.freed(&node.state).freed + count,
            length: Reverse(steps),
            ..Score::default()
        })
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
}

/// Returns whether another player can still win the game after this round, whatever the seat does
/// in its turn: prisoners of others do not move.
fn others_go_on(game: &State, seat: Seat) -> bool {
    let stays = |at: &&Place| match **at {
        Place::Tunnel(spot) => game.hides(spot),
        Place::Block | Place::Green(_) | Place::Free(_) => true,
        Place::Lost => false,
    };
    let mut others = game.still_in().without(seat).iter();
    others.any(|other| {
        let left = game.prisoners(other).iter().filter(stays).count();
        left >= usize::from(game.options().target)
    })
}

/// Returns the number of lost prisoners of a seat.
fn lost(state: &State, seat: Seat) -> u8 {
    let places = state.prisoners(seat).iter();
    let lost = places.filter(|&&at| at == Place::Lost).count();
    u8::try_from(lost).expect("eight prisoners")
}
