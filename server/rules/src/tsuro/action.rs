//! What a player decides, and why it may be refused.

use serde::{Deserialize, Serialize};

use super::{Mark, Tile};

/// A decision.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroAction"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Puts the marker on a free start mark (IT, preparation 7).
    Start {
        /// The mark.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        mark: Mark,
    },
    /// Lays a tile on the square that the marker faces (IT, play 1).
    Place {
        /// The tile's number.
        tile: u8,
        /// Quarter turns clockwise.
        rotation: u8,
    },
    /// Leaves the game \[R\].
    Resign {},
}

/// Why a decision is refused. The codes are stable.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroIllegal"))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Illegal {
    /// Another seat has the turn.
    NotYourTurn,
    /// The game waits for another kind of decision.
    WrongPhase,
    /// The game has ended.
    GameOver,
    /// Another marker stands there.
    MarkTaken,
    /// The board has no such start mark.
    NoSuchMark,
    /// The tile is not in the player's hand.
    NotInHand,
    /// There is no tile of that number.
    NoSuchTile,
    /// A rotation is 0 to 3.
    BadRotation,
    /// The placement would eliminate its player while others would not (IT, play 1).
    WouldEliminateYou {
        /// The tiles and rotations that would not.
        instead: Vec<Safe>,
    },
    /// The seat is out of the game.
    AlreadyOut,
    /// Tsuro is for two to eight.
    Seats,
    /// The options contradict each other.
    BadOptions {
        /// The option at fault.
        which: String,
    },
}

/// A placement that does not eliminate its player.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Safe {
    /// The tile.
    pub tile: Tile,
    /// Quarter turns clockwise.
    pub rotation: crate::tiles::Rotation,
}

impl From<Safe> for Action {
    fn from(Safe { tile, rotation }: Safe) -> Self {
        Self::Place {
            tile: tile.number(),
            rotation: rotation.turns(),
        }
    }
}
