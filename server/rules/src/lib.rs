//! The rules of each of Senda's games: which decisions are legal, and which events follow from
//! them.
//!
//! The crate is pure: no input or output, no clock, no source of randomness, no text for people. A
//! game is a value; its log of events is the truth, and [`Game::apply`] folds it.

/// Passes every game to a macro, as `Variant = module, ..`. To add a game, add a line here and its
/// `mod`.
#[cfg(not(feature = "example-game"))]
#[macro_export]
macro_rules! each_game {
    ($then:ident) => {
        $then!(Tsuro = tsuro, Tortus = tortus, SectionX = section_x);
    };
}

/// Passes every game to a macro, including the example game.
#[cfg(feature = "example-game")]
#[macro_export]
macro_rules! each_game {
    ($then:ident) => {
        $then!(
            Tsuro = tsuro,
            Tortus = tortus,
            SectionX = section_x,
            Example = example
        );
    };
}

#[macro_use]
pub mod tagged;

mod any;
pub mod cards;
mod chance;
#[cfg(feature = "example-game")]
pub mod example;
mod game;
pub mod lesson;
mod lessons;
mod notation;
mod position;
mod rulebook;
mod seat;
pub mod section_x;
mod text;
pub mod tiles;
pub mod tortus;
pub mod tsuro;

pub use self::{
    any::{
        AnyAction, AnyEvent, AnyGame, AnyIllegal, AnyOptions, AnyPrivate, AnyView, GameKind,
        OtherGame,
    },
    chance::{Chance, Commitment, Nonce, Secret, Shuffler},
    game::{Game, GameEvent, Outcome, Refusal},
    lessons::AnyAttempt,
    notation::{InWords, Names, NoAction, NoOptions},
    position::NotAPosition,
    rulebook::Rulebooks,
    seat::{BySeat, NoSeat, Seat, Seats, SomeSeats, Viewer},
};
