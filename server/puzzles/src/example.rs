//! The example game has no puzzles.

use senda_rules::{
    Seat,
    example::{Action, State},
};

use crate::found::Found;

/// Nothing is left out of positions.
pub const LEFT_OUT: &[&str] = &[];

/// Returns no puzzles.
pub const fn find(_game: &State, _seat: Seat) -> Vec<Found<Action>> {
    Vec::new()
}

/// Returns nothing.
pub const fn opportunity(_game: &State, _seat: Seat) -> Option<Found<Action>> {
    None
}
