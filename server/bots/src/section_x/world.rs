//! A game that is played on turn by turn.

use senda_rules::{
    Game, Seat,
    section_x::{Phase, State},
};

use super::{
    plans::{Plan, Width, plans},
    rating,
};
use crate::{
    Dice,
    search::{Shares, World},
};

/// How widely the answers of others are looked for, and the own ones to those: about as a medium bot does.
const ANSWER: Width = Width {
    beam: 2,
    tiles: 12,
    bars: false,
};

/// A game that is played on until everybody has had a turn, and who decides first has had another one.
#[derive(Clone)]
pub(super) struct Playout {
    state: State,
    seats: u8,
    /// Turns that are still to end.
    turns: u8,
}

impl Playout {
    /// From that position on, at a table of so many.
    pub(super) fn from(state: State, seats: u8) -> Self {
        Self {
            state,
            seats,
            turns: seats + 1,
        }
    }

    /// Goes on from the position that a decision has led to.
    fn go_on(&mut self, after: State) {
        if after.mover() != self.state.mover() {
            self.turns = self.turns.saturating_sub(1);
        }
        self.state = after;
    }
}

impl World for Playout {
    type Move = Plan;

    /// Draws, turns and what a fight or a key asks for, at a table of four.
    const HORIZON: usize = 40;

    fn acting(&self) -> Option<Seat> {
        let acting = self.state.acting().iter().next();
        acting.filter(|_| self.turns > 0)
    }

    /// Plays the plan as far as it goes: what has come to light in this world can bar the rest.
    fn play(&mut self, chosen: &Plan, dice: &mut Dice) {
        let Some(seat) = self.acting() else { return };
        let mut after = self.state.clone();
        for action in chosen {
            match after.after(seat, action, dice) {
                Ok(next) => after = next,
                Err(_) => break,
            }
        }
        self.go_on(after);
    }

    /// Plays the best turn at first sight. In an imagined game one pile is as good as another.
    fn play_likely(&mut self, dice: &mut Dice) {
        let Some(seat) = self.acting() else { return };
        let is_blind = self.state.phase() == Phase::Draw && !self.state.options().open_piles;
        let draw = is_blind.then(|| self.state.clock_action(seat, dice));
        let after = if let Some(draw) = draw.flatten() {
            self.state.after(seat, &draw, dice).ok()
        } else {
            let lines = plans(&self.state, self.seats, seat, ANSWER, dice);
            lines.into_iter().next().map(|best| best.after)
        };
        self.go_on(after.expect("something to decide"));
    }

    fn shares(&self) -> Shares {
        rating::shares(&self.state, self.seats)
    }
}
