//! The example game has no puzzles.

use senda_rules::{
    Seat,
    example::{Action, State},
};

use crate::found::Found;

/// Returns no puzzles.
pub const fn find(_game: &State, _seat: Seat) -> Vec<Found<Action>> {
    Vec::new()
}
