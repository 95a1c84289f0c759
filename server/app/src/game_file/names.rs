//! Who has which seat while a finished game is told.

use senda_room::game_file::{GameFile, Step};
use senda_rules::Names;

/// Who has which seat when the game begins.
pub(super) fn names(file: &GameFile) -> Names {
    let names = file.seats.iter().map(|seat| seat.name.to_string());
    Names::of_players(names.collect())
}

/// Who sits down with a step has that seat from then on.
pub(super) fn note(names: &mut Names, step: &Step) {
    if let Step::Seated { seat, name, .. } = step {
        names.change(*seat, name.to_string());
    }
}
