//! A finished game as text: its short notation, and the commands that verify and replay its file.

mod command;
mod names;
mod notation;
mod words;

use senda_room::game_file::GameFile;
use senda_store::process::utc;

pub use self::{
    command::{Verify, replay, verify},
    notation::notation,
};

/// Returns the day on which the game began, in UTC.
pub fn day(file: &GameFile) -> String {
    let began = file.steps.first().map_or(0, |step| step.at().0);
    utc::day(began)
}
