//! A simple player of Tortus, by which the components were chosen.
//!
//! It plays any kill that a search through all of one move finds: captures that follow each other and instructions
//! are gone through, and an enemy pawn that falls into a hole or the pit is a kill. Otherwise it does something
//! useful at random. Which actions are useful is said nowhere; here it is whatever opens a tile, swaps one or
//! moves a pawn, each kind as likely as the others, and never turns a tile or ends the turn. By that its games
//! are as long, and end as often in the pit, as those of which figures are known.

use std::collections::{BTreeSet, VecDeque};

use senda_rules::{
    Game, Seat, Viewer,
    tiles::Square,
    tortus::{Action, Event, State},
};

use super::game::{by_kind, random_action};
use crate::table::Dice;

/// Landings that one search looks at, so that it ends in a crowd of pawns as well.
const LANDINGS: usize = 3_000;

/// What it has still to do of the kill that it has found, the last first.
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

/// A pawn somewhere on its way.
struct Way {
    state: State,
    standing: Vec<Option<Square>>,
    actions: Vec<Action>,
}

/// What a landing has come to.
enum Landed {
    Kill,
    /// The mover goes on: which pawn, and whether it is to be pushed.
    On(u8, bool),
    Nothing,
}

/// Every way found on which a move of the seat ends with an enemy pawn falling.
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
