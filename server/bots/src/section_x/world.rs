//! Plays an imagined game on turn by turn.

use senda_rules::{
    Game, Seat,
    section_x::{Phase, State},
};

use super::{
    plans::{Line, Plan, Width, plans},
    position::Position,
    rating,
};
use crate::{
    Dice,
    plays::carry_out,
    search::{Shares, World},
};

/// The breadth of the search for the opponents' answers and the seat's own replies, about that of a
/// medium bot.
const ANSWER: Width = Width {
    beam: 2,
    tiles: 12,
    spares: 3,
    bars: false,
};

/// A game that is played on until every seat has had a turn and the first seat has had a second
/// one.
#[derive(Clone)]
pub(super) struct Playout {
    position: Position,
    /// The number of turns that are still to end.
    turns: u8,
}

impl Playout {
    /// Returns a playout from that position, at a table of that many seats.
    pub(super) fn from(state: State, seats: u8) -> Self {
        Self {
            position: Position::new(state, seats),
            turns: seats + 1,
        }
    }

    /// Continues from the position that a plan has led to, and counts the turn if it has ended.
    fn go_on(&mut self, after: Position) {
        if after.state().mover() != self.position.state().mover() {
            self.turns = self.turns.saturating_sub(1);
        }
        self.position = after;
    }
}

impl World for Playout {
    type Move = Plan;

    /// The draws, turns, and decisions that a fight or a key requires, at a table of four.
    const HORIZON: usize = 40;

    fn acting(&self) -> Option<Seat> {
        let acting = self.position.state().acting().iter().next();
        acting.filter(|_| self.turns > 0)
    }

    fn play(&mut self, chosen: &Plan, dice: &mut Dice) {
        if let Some(seat) = self.acting() {
            let after = carry_out(self.position.state(), seat, chosen, dice);
            self.go_on(Position::new(after, self.position.seats()));
        }
    }

    /// Plays the turn that is rated best. If the piles are hidden it draws from any of them, since
    /// they are equivalent in an imagined game.
    fn play_likely(&mut self, dice: &mut Dice) {
        let Some(seat) = self.acting() else { return };
        let state = self.position.state();
        let is_blind = state.phase() == Phase::Draw && !state.options().open_piles;
        let draw = is_blind.then(|| state.clock_action(seat, dice));
        let after = if let Some(draw) = draw.flatten() {
            self.position.after(seat, &draw, dice)
        } else {
            let lines = plans(Line::at(&self.position), seat, ANSWER, dice);
            let best = lines.into_iter().next();
            best.expect("something to decide").after
        };
        self.go_on(after);
    }

    fn shares(&self) -> Shares {
        rating::shares(&self.position)
    }
}
