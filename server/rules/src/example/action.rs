//! What a player decides, and why it may be refused.

use serde::{Deserialize, Serialize};

use crate::tiles::Square;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// A decision.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ExampleAction"))]
    pub enum Action {
        /// Lays a card of the hand.
        Lay {
            /// Its number, from 1.
            card: u8,
            /// Where.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            square: Square,
        },
        /// Leaves the game.
        Resign {},
    }
}

/// Why a decision is refused. The codes are stable.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ExampleIllegal"))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Illegal {
    /// The other seat has the turn.
    NotYourTurn,
    /// The game has not begun, or is over.
    WrongPhase,
    /// The hand has no such card.
    NotInHand,
    /// The board has no such square.
    NoSuchSquare,
    /// A card lies there.
    SquareTaken,
    /// The game is for two.
    Seats,
    /// The options contradict each other.
    BadOptions {
        /// The option at fault.
        which: String,
    },
}
