//! What a player decides, and why it may be refused.

use serde::{Deserialize, Serialize};

use super::{Port, Stand, Tile};
use crate::tiles::Rotation;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// A decision.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroAction"))]
    pub enum Action {
        /// Puts the marker on a free start mark (IT, preparation 7), or on a free side of the rim (FR,
        /// preparation).
        Start {
            /// The mark (`a1:0`) or side (`a1:01`).
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            mark: Stand,
        },
        /// Lays a tile on the square that the marker faces (IT, play 1).
        Place {
            /// The tile's number.
            tile: u8,
            /// Quarter turns clockwise.
            rotation: u8,
            /// The port by which the marker sets out, if it stands on a side of the rim; otherwise none.
            #[cfg_attr(feature = "ts", ts(optional))]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            port: Option<u8>,
        },
        /// Chooses the path of a marker on a side of the rim, before whose square another has laid a tile \[R\].
        Path {
            /// The port by which it sets out, one of the two of its side.
            port: u8,
        },
        /// Swaps tiles with the hands of those whom the placement has eliminated (IT, variants; PT, point 4).
        Swap {
            /// From the own hand.
            give: Vec<u8>,
            /// As many from theirs.
            take: Vec<u8>,
        },
        /// Swaps nothing.
        Keep {},
        /// Leaves the game \[R\].
        Resign {},
    }
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
    /// The marker stands on a side of the rim: the placement must say by which port it sets out.
    PortRequired,
    /// The marker can't set out by that port.
    NoSuchPort,
    /// As many tiles are given as are taken.
    UnevenSwap,
    /// The tile is in no hand that is on offer.
    NotOnOffer,
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
    pub rotation: Rotation,
    /// The port by which the marker sets out, if it stands on a side of the rim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub port: Option<Port>,
}

impl From<Safe> for Action {
    fn from(safe: Safe) -> Self {
        Self::Place {
            tile: safe.tile.number(),
            rotation: safe.rotation.turns(),
            port: safe.port.map(Port::number),
        }
    }
}
