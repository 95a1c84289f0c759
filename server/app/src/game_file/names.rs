//! Tracks the players' names by seat while a finished game is printed.

use senda_room::game_file::{GameFile, Step};
use senda_rules::Names;

/// Returns the names by seat at the beginning of the game.
pub(super) fn names(file: &GameFile) -> Names {
    let names = file.seats.iter().map(|seat| seat.name.to_string());
    Names::of_players(names.collect())
}

/// Updates the names after a step: a player who takes a seat keeps it from then on.
pub(super) fn note(names: &mut Names, step: &Step) {
    if let Step::Seated { seat, name, .. } = step {
        names.change(*seat, name.to_string());
    }
}
