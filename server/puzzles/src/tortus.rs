//! Puzzles.

use senda_rules::{
    Seat,
    tortus::{Action, State},
};

use crate::found::Found;

/// Returns the puzzles that a position is.
pub const fn find(_game: &State, _seat: Seat) -> Vec<Found<Action>> {
    Vec::new()
}
