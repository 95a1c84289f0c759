//! A finished game in words: its short notation, and the commands that check and replay its file.

mod command;
mod notation;
mod utc;
mod words;

use senda_room::game_file::{GameFile, Step};
use senda_rules::Names;

pub use self::{
    command::{Verify, replay, verify},
    notation::notation,
};

/// The day on which it was played, in UTC.
pub fn day(file: &GameFile) -> String {
    let began = file.steps.first().map_or(0, |step| step.at().0);
    utc::day(began)
}

/// Who has which seat when the game begins.
fn names(file: &GameFile) -> Names {
    let names = file.seats.iter().map(|seat| seat.name.to_string());
    Names::of_players(names.collect())
}

/// Who sits down with a step has that seat from then on.
fn note(names: &mut Names, step: &Step) {
    if let Step::Seated { seat, name, .. } = step {
        names.change(*seat, name.to_string());
    }
}
