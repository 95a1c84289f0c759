//! The interface between a game and the search.

use senda_rules::{Outcome, Seat};

use crate::Dice;

/// Each seat's share of the first place, from 0 to 1.
pub(crate) type Shares = [f32; Seat::MOST as usize];

/// A game that is played many times to estimate how it ends.
pub(crate) trait World {
    /// A move of the search, which may comprise several decisions of the rules.
    type Move: Clone;

    /// The number of moves after which a playout stops and the position is rated.
    const HORIZON: usize;

    /// Returns the seat that decides next; `None` when the game is over.
    fn acting(&self) -> Option<Seat>;

    /// Plays a move of the acting seat.
    fn play(&mut self, chosen: &Self::Move, dice: &mut Dice);

    /// Plays a move that the acting seat is likely to choose.
    fn play_likely(&mut self, dice: &mut Dice);

    /// Returns each seat's share of the first place, or an estimate of it while the game goes on.
    fn shares(&self) -> Shares;

    /// Plays likely moves until the game ends or the horizon is reached.
    fn play_out(&mut self, dice: &mut Dice) {
        for _ in 0..Self::HORIZON {
            if self.acting().is_none() {
                return;
            }
            self.play_likely(dice);
        }
    }
}

/// A world whose decisions can form a tree.
pub(crate) trait Branching: World<Move: PartialEq> {
    /// The weight of trying moves that were tried seldom, in shares of the first place.
    const CURIOSITY: f32 = 0.6;
    /// The number of iterations between two looks at whether the time of the search is over.
    const POLL: u32 = 1;

    /// A list of moves.
    type Moves: AsRef<[Self::Move]>;

    /// Returns the moves of the acting seat that are worth considering; at least one.
    fn moves(&mut self, dice: &mut Dice) -> Self::Moves;

    /// Returns one of the moves that the acting seat is likely to choose.
    fn likely(&mut self, moves: &[Self::Move], dice: &mut Dice) -> Self::Move {
        dice.any(moves).clone()
    }
}

/// Returns whether a seat has won the game alone.
pub(crate) fn wins_alone(outcome: &Outcome, seat: Seat) -> bool {
    let is_first = |place: &&u8| **place == 1;
    outcome.places.get(seat.index()) == Some(&1)
        && outcome.places.iter().filter(is_first).count() == 1
}

/// Returns each seat's share of an outcome: seats that tie for the first place have equal shares.
pub(crate) fn shares_of(outcome: &Outcome) -> Shares {
    let mut shares = Shares::default();
    for (share, &place) in shares.iter_mut().zip(&outcome.places) {
        *share = f32::from(u8::from(place == 1));
    }
    let winners: f32 = shares.iter().sum();
    shares.map(|share| share / winners)
}
