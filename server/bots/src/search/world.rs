//! What a search needs of a game.

use senda_rules::{Outcome, Seat};

use crate::Dice;

/// For each seat what it has of the first place, from 0 to 1.
pub(crate) type Shares = [f32; Seat::MOST as usize];

/// A game that is played many times to see how it might end.
pub(crate) trait World {
    /// What somebody decides; it may be several decisions of the rules.
    type Move: Clone;

    /// Moves after which a game is not played on, but judged as it stands.
    const HORIZON: usize;

    /// Who decides; `None` when the game is over.
    fn acting(&self) -> Option<Seat>;

    /// Plays one of the moves.
    fn play(&mut self, chosen: &Self::Move, dice: &mut Dice);

    /// Plays a move that they might well choose.
    fn play_likely(&mut self, dice: &mut Dice);

    /// What each seat has of the first place, or may expect of it while the game goes on.
    fn shares(&self) -> Shares;

    /// Plays a game as it might well be played, to its end or to where it is judged.
    fn play_out(&mut self, dice: &mut Dice) {
        for _ in 0..Self::HORIZON {
            if self.acting().is_none() {
                return;
            }
            self.play_likely(dice);
        }
    }
}

/// A game of which a tree of decisions can be made.
pub(crate) trait Branching: World<Move: PartialEq> {
    /// How much what was seldom tried is worth another try, in parts of the first place.
    const CURIOSITY: f32 = 0.6;

    /// What they may decide, or what of it is worth looking at; at least one.
    fn moves(&mut self, dice: &mut Dice) -> Vec<Self::Move>;

    /// Which of those moves they might well choose.
    fn likely(&mut self, moves: &[Self::Move], dice: &mut Dice) -> Self::Move {
        dice.any(moves).clone()
    }
}

/// What an outcome gives each seat: those who share the first place have equal parts of it.
pub(crate) fn shares_of(outcome: &Outcome) -> Shares {
    let mut shares = Shares::default();
    for (share, &place) in shares.iter_mut().zip(&outcome.places) {
        *share = f32::from(u8::from(place == 1));
    }
    let winners: f32 = shares.iter().sum();
    shares.map(|share| share / winners)
}
