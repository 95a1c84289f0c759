//! A game that shows what a game is made of, for those who add one, and for tests: nobody can play it, for it is only
//! there with the feature `example-game`.
//!
//! Two players have four of nine cards each, which the other doesn't see; the ninth is nobody's. In turn they lay a card
//! on a free square of three by three. Who completes a row, a column or (an option) a diagonal has a point for it, and
//! who has more when all eight are laid has won.

mod action;
mod cards;
mod event;
mod game;
mod notation;
mod rulebook;
mod state;
mod view;

pub use self::{
    action::{Action, Illegal},
    event::{Card, Event},
    rulebook::{Options, Values, rulebooks},
    state::{CARDS, EDGE, State},
    view::{Choices, Private, View},
};

/// Its name, as its box would have it.
pub const NAME: &str = "Example";

/// The version of these rules.
pub const RULES: u16 = 1;
/// The oldest version whose events mean the same today.
pub const OLDEST_RULES: u16 = 1;

/// The fewest who can play.
pub const FEWEST: u8 = 2;
/// The most who can play.
pub const MOST: u8 = 2;

/// Nobody has to learn it.
pub const LESSONS: &[crate::lesson::Lesson<State>] = &[];
