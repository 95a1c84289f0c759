//! A finished game in words: its short notation, and the commands that check and replay its file.

mod command;
mod notation;
mod section_x;
mod tortus;
mod tsuro;
mod utc;
mod words;

use senda_room::game_file::{GameFile, Step};
use senda_rules::{AnyEvent, AnyGame, GameKind, Seat};

pub use self::{
    command::{Verify, replay, verify},
    notation::notation,
};

/// The game's word, as in addresses and names of files.
pub fn game_word(file: &GameFile) -> &'static str {
    match file.options.kind() {
        GameKind::Tsuro => "tsuro",
        GameKind::Tortus => "tortus",
        GameKind::SectionX => "section_x",
    }
}

/// The day on which it was played, in UTC.
pub fn day(file: &GameFile) -> String {
    let began = file.steps.first().map_or(0, |step| step.at().0);
    utc::day(began)
}

/// The game's name.
fn game_name(file: &GameFile) -> &'static str {
    match file.options.kind() {
        GameKind::Tsuro => "Tsuro",
        GameKind::Tortus => "Tortus",
        GameKind::SectionX => "Section X",
    }
}

/// Who has which seat, as the game goes on.
#[derive(Clone, Debug)]
struct Names(Vec<String>);

impl Names {
    fn new(file: &GameFile) -> Self {
        Self(
            file.seats
                .iter()
                .map(|seat| seat.name.to_string())
                .collect(),
        )
    }

    fn of(&self, seat: Seat) -> String {
        let name = self.0.get(seat.index()).cloned();
        name.unwrap_or_else(|| format!("seat {seat}"))
    }

    fn note(&mut self, step: &Step) {
        if let Step::Seated { seat, name, .. } = step
            && let Some(known) = self.0.get_mut(seat.index())
        {
            *known = name.to_string();
        }
    }
}

/// What happened, in words.
fn sentence(event: &AnyEvent, names: &Names) -> Option<String> {
    match event {
        AnyEvent::Tsuro(event) => tsuro::sentence(event, names),
        AnyEvent::Tortus(event) => tortus::sentence(event, names),
        AnyEvent::SectionX(event) => Some(section_x::sentence(event, names)),
    }
}

/// The position, drawn with letters.
fn board(game: &AnyGame, names: &Names) -> String {
    match game {
        AnyGame::Tsuro(game) => tsuro::board(game, names),
        AnyGame::Tortus(game) => tortus::board(game, names),
        AnyGame::SectionX(game) => section_x::board(game),
    }
}
