//! The example game has no puzzles.

use senda_rules::{
    Seat,
    example::{Action, State},
};

use crate::found::Found;

/// Nothing is left out of positions.
pub const LEFT_OUT: &[&str] = &[];

/// Returns the text of the position, which has no symmetries.
pub fn outline(game: &State, _seat: Seat) -> String {
    game.to_string()
}

/// Returns no puzzles.
pub const fn find(_game: &State, _seat: Seat) -> Vec<Found<Action>> {
    Vec::new()
}

/// Returns nothing.
pub const fn opportunity(_game: &State, _seat: Seat) -> Option<Found<Action>> {
    None
}
