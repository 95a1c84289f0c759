//! A game that is played on turn by turn.

use senda_rules::{
    Game, Seat,
    tortus::{State, View},
};

use super::{
    plans::{Plan, Width, plans},
    rating,
};
use crate::{
    Dice,
    search::{Shares, World},
};

/// How widely the other's answers are looked for.
const ANSWER: Width = Width {
    beam: 3,
    quiet: 4,
    landings: 16,
};
/// Answers that a search compares.
const ANSWERS: usize = 5;

/// A game that is played on turn by turn.
pub(super) struct Playout(State);

impl Playout {
    /// One that the view can't tell from the real one.
    pub(super) fn behind(view: &View, dice: &mut Dice) -> Self {
        let mut state = State::determinize(view, dice);
        state.forget_positions();
        Self(state)
    }
}

impl World for Playout {
    type Move = Plan;

    /// The answer of who decides next.
    const HORIZON: usize = 1;

    fn acting(&self) -> Option<Seat> {
        self.0.acting().iter().next()
    }

    fn moves(&mut self, dice: &mut Dice) -> Vec<Plan> {
        let Some(seat) = self.acting() else {
            return Vec::new();
        };
        let lines = plans(&self.0, seat, ANSWER, dice).into_iter();
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
            match self.0.after(seat, action, dice) {
                Ok(after) => self.0 = after,
                Err(_) => break,
            }
        }
    }

    fn play_likely(&mut self, dice: &mut Dice) {
        let Some(seat) = self.acting() else { return };
        if let Some(best) = plans(&self.0, seat, ANSWER, dice).into_iter().next() {
            self.0 = best.after;
        }
    }

    fn shares(&self) -> Shares {
        rating::shares(&self.0)
    }
}
