//! A game that is played on turn by turn.

use std::rc::Rc;

use senda_rules::{Game, Seat, section_x::State};

use super::{
    plans::{Line, Plan, Width, plans},
    rating,
};
use crate::{
    Dice,
    search::{Positions, Shares, World},
};

/// How widely the answers of others are looked for.
const ANSWER: Width = Width { beam: 2, tiles: 12 };
/// Answers that a search compares.
const ANSWERS: usize = 4;

/// What is known of positions: the best answers there, the best first.
pub(super) type Known = Positions<Vec<Line>>;

/// A game that is played on turn by turn.
#[derive(Clone)]
pub(super) struct Playout<'a> {
    state: State,
    seats: u8,
    known: &'a Known,
}

impl<'a> Playout<'a> {
    /// From that position on, at a table of so many.
    pub(super) fn from(state: State, seats: u8, known: &'a Known) -> Self {
        Self {
            state,
            seats,
            known,
        }
    }

    /// The best that who decides can do.
    fn answers(&self, dice: &mut Dice) -> Rc<Vec<Line>> {
        self.known.of(&self.state, || {
            let seat = self.acting().expect("somebody who decides");
            let mut lines = plans(&self.state, self.seats, seat, ANSWER, dice);
            lines.truncate(ANSWERS);
            lines
        })
    }
}

impl World for Playout<'_> {
    type Move = Plan;

    /// A turn of somebody else is a draw and the rest.
    const HORIZON: usize = 4;

    fn acting(&self) -> Option<Seat> {
        self.state.acting().iter().next()
    }

    fn moves(&mut self, dice: &mut Dice) -> Vec<Plan> {
        let answers = self.answers(dice);
        answers.iter().map(|line| line.plan.clone()).collect()
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
        if let Some(best) = self.answers(dice).first() {
            self.state = best.after.clone();
        }
    }

    fn shares(&self) -> Shares {
        rating::shares(&self.state, self.seats)
    }
}
