//! A simple player of Tortus; the components were chosen with a player like it.
//!
//! It plays any kill that a search through one whole move finds. The search follows chains of
//! captures and instructions; an enemy pawn that falls into a hole or the pit is a kill. Otherwise
//! it does something useful at random. The description of the original player does not say which
//! actions are useful. Here it opens a tile, swaps one or moves a pawn, each kind with the same
//! probability, and never rotates a tile or ends the turn. With that its games have the same
//! length, and end as often in the pit, as those with known figures.

use std::collections::{BTreeSet, VecDeque};

use senda_rules::{
    Game, Seat, Viewer,
    tiles::Square,
    tortus::{Action, Event, State},
};

use super::game::{by_kind, random_action};
use crate::table::Dice;

/// The maximum number of landings in one search, so that it also ends in a crowd of pawns.
const LANDINGS: usize = 3_000;

/// The rest of the kill that it has found, the last action first.
#[derive(Default)]
pub struct Greedy {
    plan: Vec<Action>,
}

impl Greedy {
    pub fn decide(&mut self, state: &State, dice: &mut Dice) -> Option<(Seat, Action)> {
        let seat = state.acting().iter().next()?;
        if let Some(next) = self.plan.pop() {
            return Some((seat, next));
        }
        let actions = state.legal_actions(seat);
        if !actions.contains(&Action::EndTurn {}) {
            return random_action(state, dice);
        }
        let mut kills = kills(state, seat);
        if !kills.is_empty() {
            self.plan = kills.swap_remove(dice.below(kills.len()));
            self.plan.reverse();
            return Some((seat, self.plan.pop()?));
        }
        let mut kinds = by_kind(&actions);
        kinds.retain(|kind| !matches!(kind[0], Action::Rotate { .. }));
        let kind = &kinds[dice.below(kinds.len())];
        Some((seat, kind[dice.below(kind.len())].clone()))
    }
}

/// A partial move: a pawn on its way.
struct Way {
    state: State,
    standing: Vec<Option<Square>>,
    actions: Vec<Action>,
}

/// The result of a landing.
enum Landed {
    Kill,
    /// The move continues: the pawn to move, and whether it is being pushed.
    On(u8, bool),
    Nothing,
}

/// Returns every sequence of actions that was found in which a move of the seat ends with an enemy
/// pawn falling.
fn kills(state: &State, seat: Seat) -> Vec<Vec<Action>> {
    let view = state.view(Viewer::Seat(seat));
    let owners: Vec<Seat> = view.pawns.iter().map(|pawn| pawn.seat).collect();
    let mut kills = Vec::new();
    let mut seen = BTreeSet::new();
    let mut ways = VecDeque::from([Way {
        state: state.clone(),
        standing: view.pawns.iter().map(|pawn| pawn.at).collect(),
        actions: Vec::new(),
    }]);
    let mut landings = 0;
    while let Some(way) = ways.pop_front() {
        for action in way.state.legal_actions(seat) {
            let lands = |action: &Action| {
                matches!(
                    action,
                    Action::Move { .. } | Action::Push { .. } | Action::Follow { .. }
                )
            };
            if !lands(&action) {
                continue;
            }
            landings += 1;
            if landings > LANDINGS {
                return kills;
            }
            let (next, landed) = way.after(seat, action, &owners);
            match landed {
                Landed::Kill => kills.push(next.actions),
                Landed::On(pawn, pushed) => {
                    if seen.insert((pawn, pushed, next.standing.clone())) {
                        ways.push_back(next);
                    }
                }
                Landed::Nothing => {}
            }
        }
    }
    kills
}

impl Way {
    fn after(&self, seat: Seat, action: Action, owners: &[Seat]) -> (Self, Landed) {
        let events = self.state.decide(seat, &action, &mut Dice::new(0)).unwrap();
        let mut next = Self {
            state: self.state.clone(),
            standing: self.standing.clone(),
            actions: [&self.actions[..], &[action]].concat(),
        };
        let mut landed = Landed::Nothing;
        for event in &events {
            next.state.apply(event);
            match event {
                Event::Moved { pawn, to, .. } => {
                    next.standing[usize::from(*pawn)] = Some(*to);
                    landed = Landed::On(*pawn, false);
                }
                Event::Captured { pawn, .. } => landed = Landed::On(*pawn, true),
                Event::Fell { pawn, .. } | Event::Sank { pawn, .. } => {
                    let enemy = owners[usize::from(*pawn)] != seat;
                    let fallen = if enemy { Landed::Kill } else { Landed::Nothing };
                    return (next, fallen);
                }
                Event::Acted { .. } | Event::Turn { .. } => landed = Landed::Nothing,
                _ => {}
            }
        }
        (next, landed)
    }
}
