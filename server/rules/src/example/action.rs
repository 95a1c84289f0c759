//! The decisions of a player, and the reasons to reject them.

use serde::{Deserialize, Serialize};

use crate::tiles::Square;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// A decision of a player.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS), schemars(rename = "ExampleAction"), ts(rename = "ExampleAction"))]
    pub enum Action {
        /// Lays a card of the player's hand.
        Lay {
            /// The number of the card, from 1.
            card: u8,
            /// The square that the card is laid on.
            square: Square,
        },
        /// The player leaves the game.
        Resign {},
    }
}

/// The reason why a decision is rejected. The codes are stable.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "ExampleIllegal"),
    ts(rename = "ExampleIllegal")
)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Illegal {
    /// The other seat has the turn.
    NotYourTurn,
    /// The game has not begun, or is over.
    WrongPhase,
    /// The hand does not contain the card.
    NotInHand,
    /// The board has no such square.
    NoSuchSquare,
    /// A card lies on the square.
    SquareTaken,
    /// The game is for two players.
    Seats,
    /// An option, or the seat that plays first, has an impossible value.
    BadOptions {
        /// The wire name of the option, or `first`.
        which: String,
    },
}
