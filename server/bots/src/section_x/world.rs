//! A game that is played on turn by turn.

use senda_rules::{
    Game, Seat,
    section_x::{State, View},
};

use super::{
    plans::{Plan, Width, plans},
    rating,
};
use crate::{
    Dice,
    search::{Shares, World},
};

/// How widely the answers of others are looked for.
const ANSWER: Width = Width { beam: 2, tiles: 12 };
/// Answers that a search compares.
const ANSWERS: usize = 4;

/// A game that is played on turn by turn.
pub(super) struct Playout {
    state: State,
    seats: u8,
}

impl Playout {
    /// One that the view can't tell from the real one.
    pub(super) fn behind(view: &View, dice: &mut Dice) -> Self {
        Self {
            state: State::determinize(view, dice),
            seats: view.players.seats(),
        }
    }
}

impl World for Playout {
    type Move = Plan;

    /// A turn of somebody else is a draw and the rest.
    const HORIZON: usize = 4;

    fn acting(&self) -> Option<Seat> {
        self.state.acting().iter().next()
    }

    fn moves(&mut self, dice: &mut Dice) -> Vec<Plan> {
        let Some(seat) = self.acting() else {
            return Vec::new();
        };
        let lines = plans(&self.state, self.seats, seat, ANSWER, dice).into_iter();
        lines.take(ANSWERS).map(|line| line.plan).collect()
    }

    /// The best at first sight.
    fn likely(&mut self, moves: &[Plan], _: &mut Dice) -> Plan {
        moves[0].clone()
    }

    /// Plays the plan as far as it goes: what has come to light in this world can bar the rest.
    fn play(&mut self, chosen: &Plan, dice: &mut Dice) {
        let Some(seat) = self.acting() else { return };
        for action in chosen {
            match self.state.after(seat, action, dice) {
                Ok(after) => self.state = after,
                Err(_) => break,
            }
        }
    }

    fn play_likely(&mut self, dice: &mut Dice) {
        let Some(seat) = self.acting() else { return };
        let best = plans(&self.state, self.seats, seat, ANSWER, dice)
            .into_iter()
            .next();
        if let Some(best) = best {
            self.state = best.after;
        }
    }

    fn shares(&self) -> Shares {
        rating::shares(&self.state, self.seats)
    }
}
