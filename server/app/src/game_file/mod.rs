//! A finished game in words: its short notation, and the commands that check and replay its file.

mod command;
mod names;
mod notation;
mod words;

use senda_room::game_file::GameFile;

pub use self::{
    command::{Verify, replay, verify},
    notation::notation,
};
use crate::utc;

/// The day on which it was played, in UTC.
pub fn day(file: &GameFile) -> String {
    let began = file.steps.first().map_or(0, |step| step.at().0);
    utc::day(began)
}
