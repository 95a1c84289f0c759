//! An example game for tests and for developers who add a game. It can't be played in production:
//! it exists only with the feature `example-game`.
//!
//! Two players have four of nine cards each, hidden from the other player; the ninth card belongs
//! to neither. In turn they lay a card on a free square of a three by three board. A player who
//! completes a row, a column or (an option) a diagonal scores a point, and the player with more
//! points when all eight cards are laid wins.

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

/// The name of the game.
pub const NAME: &str = "Example";

/// The version of these rules.
pub const RULES: u16 = 1;
/// The oldest version whose events mean the same today.
pub const OLDEST_RULES: u16 = 1;

/// The minimum number of players.
pub const FEWEST: u8 = 2;
/// The maximum number of players.
pub const MOST: u8 = 2;

/// The lessons of the game; the example has none.
pub const LESSONS: &[crate::lesson::Lesson<State>] = &[];
