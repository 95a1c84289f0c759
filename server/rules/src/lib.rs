//! The rules of each of Senda's games: which decisions are legal, and which events follow from
//! them.
//!
//! The crate is pure: no input or output, no clock, no source of randomness, no text for people. A
//! game is a value; its log of events is the truth, and [`Game::apply`] folds it.
//!
//! A game of Tortus, played to its end:
//!
//! ```
//! use senda_rules::{Game, Secret, Shuffler, Viewer, tortus::State};
//!
//! // Real games use a random secret, and a nonce of each player.
//! let mut chance = Shuffler::new(&Secret([7; 32]), &[None, None], 0);
//! let mut game = State::new(&Default::default(), 2, None).expect("a game for two");
//! for event in game.open(&mut chance) {
//!     game.apply(&event);
//! }
//! while let Some(seat) = game.acting().iter().next() {
//!     let action = game.clock_action(seat, &mut chance).expect("a decision");
//!     // Only `decide` may refuse; a refusal changes nothing.
//!     for event in game.decide(seat, &action, &mut chance).expect("a legal decision") {
//!         game.apply(&event);
//!         // What a spectator is sent of it:
//!         let _redacted = game.redact(&event, Viewer::Spectator);
//!     }
//! }
//! assert_eq!(game.outcome().expect("the end").places.len(), 2);
//! ```
//!
//! # Tour
//!
//! * [`Game`] is the trait of every game. [`tsuro`], [`tortus`] and [`section_x`] implement it.
//!   [`AnyGame`] is one of them, and implements it as well: the rest of Senda uses only this type.
//! * [`Seat`], [`Seats`], [`BySeat`] and [`Viewer`] are the vocabulary; [`tiles`] has squares and
//!   paths.
//! * [`Chance`] is the interface of randomness. [`Shuffler`] is the one that players can verify,
//!   with a [`Secret`], its [`Commitment`] and a [`Nonce`] of each player.
//! * [`cards`] reports the cards in each event, for the verification. [`lesson`] has the lessons.
//!
//! To add a game, see `docs/adding-a-game.md`.

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
