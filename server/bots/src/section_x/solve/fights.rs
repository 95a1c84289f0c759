//! Finds the actions that win a fight, and those that prevent a lost one.

use senda_rules::{
    Game, Seat, Viewer,
    section_x::{Action, Done, Kind, Phase, State},
};

use crate::{Dice, section_x::tiles::is_with_tile};

/// The fights that a seat can win or prevent with one action of its turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fights {
    /// The lines of an action with a tile, and the choice in a tied fight, by which opponents lose
    /// doors and the seat none.
    pub wins: Vec<Vec<Action>>,
    /// Whether an opponent can take a door of the seat in a fight with its next action with a tile,
    /// if the seat does nothing and the opponent holds the right tile.
    pub is_threatened: bool,
    /// The lines of one action, with a tile or a door, after which no opponent can do that. Empty
    /// if none can anyway.
    pub saves: Vec<Vec<Action>>,
    /// The number of decisions that were tried.
    pub nodes: u64,
    /// Whether the search did not reach its limit.
    pub is_complete: bool,
}

/// Finds the actions of the seat that win or prevent a fight, whatever it does not know: opponents
/// can hold any tile that it does not see. At most about `nodes` decisions are tried. Before the
/// draw nothing is found, and the result is not complete.
pub fn fights(game: &State, seat: Seat, nodes: u64) -> Fights {
    let is_turn = game.mover() == Some(seat) && game.acting().contains(seat);
    let mut search = Search {
        seat,
        nodes: 0,
        most: nodes,
        killers: Vec::new(),
        dice: Dice::new(0),
    };
    let mut fights = Fights {
        wins: Vec::new(),
        is_threatened: false,
        saves: Vec::new(),
        nodes: 0,
        is_complete: is_turn && game.phase() != Phase::Draw,
    };
    if !fights.is_complete {
        return fights;
    }
    let lines = search.lines(game);
    let taken = |(_, after): &&(Vec<Action>, State)| {
        let others = game.still_in().without(seat);
        let lose = |other: Seat| after.doors(other).len() < game.doors(other).len();
        others.iter().any(lose) && after.doors(seat).len() >= game.doors(seat).len()
    };
    let wins = lines.iter().filter(taken);
    fights.wins = wins.map(|(line, _)| line.clone()).collect();
    fights.is_threatened = search.is_threatened(game);
    if fights.is_threatened {
        for (line, after) in &lines {
            let keeps = after.doors(seat).len() >= game.doors(seat).len();
            if keeps && !search.is_threatened(after) && search.nodes <= nodes {
                fights.saves.push(line.clone());
            }
        }
    }
    fights.nodes = search.nodes;
    fights.is_complete = search.nodes <= nodes;
    fights
}

struct Search {
    seat: Seat,
    nodes: u64,
    most: u64,
    /// The actions of opponents that took a door, which are tried first.
    killers: Vec<(Seat, Action)>,
    dice: Dice,
}

impl Search {
    /// Returns the lines of one action with a tile or a door, each with the position after it.
    fn lines(&mut self, game: &State) -> Vec<(Vec<Action>, State)> {
        let mut lines = Vec::new();
        for action in game.legal_actions(self.seat) {
            let is_skip = action == Action::SkipTile {};
            if !is_skip && !is_with_tile(&action) && !is_door(&action) {
                continue;
            }
            let Some(after) = self.after(game, self.seat, &action) else {
                break;
            };
            let begun = (vec![action], after);
            if is_skip {
                let actions = begun.1.legal_actions(self.seat);
                self.go_on(&begun, actions.into_iter().filter(is_door), &mut lines);
            } else if begun.1.phase() == Phase::FightChoice {
                self.choose(begun, &mut lines);
            } else {
                lines.push(begun);
            }
        }
        lines
    }

    /// Adds the lines that go on with one of these actions.
    fn go_on(
        &mut self,
        (line, at): &(Vec<Action>, State),
        actions: impl Iterator<Item = Action>,
        lines: &mut Vec<(Vec<Action>, State)>,
    ) {
        for action in actions {
            if let Some(after) = self.after(at, self.seat, &action) {
                let longer = line.iter().cloned().chain([action]).collect();
                lines.push((longer, after));
            }
        }
    }

    /// Adds the lines that go on with the choices in tied fights.
    fn choose(&mut self, begun: (Vec<Action>, State), lines: &mut Vec<(Vec<Action>, State)>) {
        let mut open = vec![begun];
        while let Some(line) = open.pop() {
            if line.1.phase() == Phase::FightChoice {
                let choices = line.1.legal_actions(self.seat);
                self.go_on(&line, choices.into_iter(), &mut open);
            } else {
                lines.push(line);
            }
        }
    }

    /// Returns the position after a legal decision; `None` if the limit is reached.
    fn after(&mut self, game: &State, seat: Seat, action: &Action) -> Option<State> {
        self.nodes += 1;
        let mut after = || game.after(seat, action, &mut self.dice).ok();
        if self.nodes > self.most {
            None
        } else {
            after()
        }
    }

    /// Returns whether an opponent can take a door with one action with a tile. Opponents may hold
    /// any tile that the seat does not see. If the limit is reached, the result means nothing.
    fn is_threatened(&mut self, game: &State) -> bool {
        if game.doors(self.seat).is_empty() || game.is_over() {
            return false;
        }
        let others = game.still_in().without(self.seat);
        let others = others.iter().filter(|&other| !game.doors(other).is_empty());
        let worlds: Vec<(Seat, State)> = others
            .map(|other| (other, with_every_tile(game, self.seat, other)))
            .collect();
        for at in 0..self.killers.len() {
            let (other, action) = self.killers[at].clone();
            let mut worlds = worlds.iter();
            let world = worlds.find(|(seat, _)| *seat == other);
            if world.is_some_and(|(_, world)| self.takes_door(world, other, &action)) {
                self.killers.swap(0, at);
                return true;
            }
        }
        for (other, world) in &worlds {
            for action in world.legal_actions(*other).into_iter().filter(is_with_tile) {
                if self.takes_door(world, *other, &action) {
                    self.killers.insert(0, (*other, action));
                    return true;
                }
                if self.nodes > self.most {
                    return false;
                }
            }
        }
        false
    }

    /// Returns whether a decision of an opponent, with its choices in tied fights, takes a door.
    fn takes_door(&mut self, game: &State, other: Seat, action: &Action) -> bool {
        let Some(after) = self.after(game, other, action) else {
            return false;
        };
        if after.doors(self.seat).len() < game.doors(self.seat).len() {
            return true;
        }
        after.phase() == Phase::FightChoice && {
            let choices = after.legal_actions(other);
            choices
                .iter()
                .any(|choice| self.takes_door(&after, other, choice))
        }
    }
}

/// Returns the position in which it is the turn of an opponent, who holds one tile of each kind
/// that the seat does not see. No tiles are left to draw.
fn with_every_tile(game: &State, seat: Seat, other: Seat) -> State {
    let mut view = game.view(Viewer::Seat(seat));
    let options = view.options;
    view.turn = Some(other);
    view.acting = Some(other);
    view.phase = if options.any_order {
        Phase::Main
    } else {
        Phase::Tile
    };
    view.done = Done::default();
    view.touched.clear();
    view.before.clear();
    let mut seen: Vec<Kind> = view.tiles.iter().map(|tile| tile.kind).collect();
    seen.extend(view.players[seat].stock.iter().flatten());
    let is_left = |kind: &Kind| {
        let of_kind = view.kinds.iter().find(|shape| shape.kind == *kind);
        let count = of_kind.map_or(0, |shape| usize::from(shape.count));
        seen.iter().filter(|&other| other == kind).count() < count
    };
    let stock = Kind::ALL.into_iter().filter(is_left).map(Some).collect();
    for (player, held) in view.players.iter_mut() {
        if player != seat {
            held.stock.clear();
        }
    }
    view.players[other].stock = stock;
    for pile in &mut view.piles {
        (pile.count, pile.top) = (0, Vec::new());
    }
    State::determinize(&view, &mut Dice::new(0))
}

const fn is_door(action: &Action) -> bool {
    matches!(action, Action::Door { .. })
}
