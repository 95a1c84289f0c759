//! A game that is played on turn by turn.

use std::rc::Rc;

use senda_rules::{Game, Seat, tortus::State};

use super::{
    plans::{Line, Plan, Width, plans},
    rating,
};
use crate::{
    Dice,
    search::{Positions, Shares, World},
};

/// How widely the other's answers are looked for.
const ANSWER: Width = Width {
    beam: 3,
    quiet: 4,
    landings: 16,
};
/// Answers that a search compares.
const ANSWERS: usize = 5;

/// What is known of positions: the best answers there, the best first.
pub(super) type Known = Positions<Vec<Line>>;

/// A game that is played on turn by turn.
#[derive(Clone)]
pub(super) struct Playout<'a> {
    state: State,
    known: &'a Known,
}

impl<'a> Playout<'a> {
    /// From that position on.
    pub(super) fn from(state: State, known: &'a Known) -> Self {
        Self { state, known }
    }

    /// The best that who decides can do.
    fn answers(&self, dice: &mut Dice) -> Rc<Vec<Line>> {
        self.known.of(&self.state, || {
            let seat = self.acting().expect("somebody who decides");
            let mut lines = plans(&self.state, seat, ANSWER, dice);
            lines.truncate(ANSWERS);
            lines
        })
    }
}

impl World for Playout<'_> {
    type Move = Plan;

    /// The answer of who decides next.
    const HORIZON: usize = 1;

    /// Positions are judged, not played out: what is seldom tried is seldom better than it looked.
    const CURIOSITY: f32 = 0.15;

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
        rating::shares(&self.state)
    }
}
