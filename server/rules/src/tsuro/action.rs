//! The decisions of a player, and the reasons to reject them.

use serde::{Deserialize, Serialize};

use super::{Port, Stand, Tile};
use crate::tiles::Rotation;

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    /// A decision of a player.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS), schemars(rename = "TsuroAction"), ts(rename = "TsuroAction"))]
    pub enum Action {
        /// Puts the marker on a free start mark (IT, preparation 7), or on a free side of the rim
        /// (FR, preparation).
        Start {
            /// The start mark (`a1:0`) or the side (`a1:01`).
            mark: Stand,
        },
        /// Lays a tile on the square that the marker faces (IT, play 1).
        Place {
            /// The number of the tile.
            tile: u8,
            /// The rotation in quarter turns clockwise.
            rotation: u8,
            /// The port from which the marker starts, if it stands on a side of the rim; otherwise
            /// omitted.
            #[cfg_attr(feature = "types", ts(optional))]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            port: Option<u8>,
        },
        /// Chooses the path of a marker on a side of the rim, after another player has laid a tile
        /// on the square that it faces \[R\].
        Path {
            /// The port from which the marker starts, one of the two ports of its side.
            port: u8,
        },
        /// Swaps tiles with the hands of the players that the placement has eliminated (IT,
        /// variants; PT, point 4).
        Swap {
            /// The tiles from the player's own hand.
            give: Vec<u8>,
            /// The same number of tiles from the eliminated players' hands.
            take: Vec<u8>,
        },
        /// Declines the swap that is offered.
        Keep {},
        /// The player leaves the game \[R\].
        Resign {},
    }
}

/// The reason why a decision is rejected. The codes are stable.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TsuroIllegal"),
    ts(rename = "TsuroIllegal")
)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Illegal {
    /// Another seat has the turn.
    NotYourTurn,
    /// The game waits for another kind of decision.
    WrongPhase,
    /// The game has already ended.
    GameOver,
    /// Another marker stands on the start mark or side.
    MarkTaken,
    /// The board has no such start mark or side.
    NoSuchMark,
    /// The tile is not in the player's hand.
    NotInHand,
    /// There is no tile with that number.
    NoSuchTile,
    /// The rotation is not a number from 0 to 3.
    BadRotation,
    /// The placement would eliminate its player while other placements would not (IT, play 1).
    WouldEliminateYou {
        /// The placements that the player may choose instead.
        instead: Vec<Safe>,
    },
    /// The marker stands on a side of the rim, so the placement must name the port from which it
    /// starts.
    PortRequired,
    /// The marker can't start from that port.
    NoSuchPort,
    /// The swap does not give as many tiles as it takes, or swaps no tile.
    UnevenSwap,
    /// The tile is in none of the offered hands.
    NotOnOffer,
    /// The seat is out of the game.
    AlreadyOut,
    /// Tsuro is for two to eight players.
    Seats,
    /// An option, or the seat that plays first, has an impossible value.
    BadOptions {
        /// The wire name of the option, or `first`.
        which: String,
    },
}

/// A placement that does not eliminate its player.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Safe {
    /// The tile that is laid.
    pub tile: Tile,
    /// The rotation in quarter turns clockwise.
    pub rotation: Rotation,
    /// The port from which the marker starts, if it stands on a side of the rim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
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
