//! How markers walk, and how they leave the game.

use serde::{Deserialize, Serialize};

use super::{Mark, Step};
use crate::Seat;

/// The walk of one marker after a placement.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Walk {
    /// Whose marker.
    pub seat: Seat,
    /// The squares it crosses.
    pub path: Vec<Step>,
    /// Where it ends.
    pub end: WalkEnd,
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// Where a walk ends.
    #[derive(Copy, Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    pub enum WalkEnd {
        /// Before an empty square.
        Stands {
            /// Where it faces.
            #[cfg_attr(feature = "ts", ts(type = "string"))]
            at: Mark,
        },
        /// Off the board: out.
        Edge,
        /// On the start mark of another marker, whose path it has joined: both are out.
        Collision {
            /// The other's seat.
            with: Seat,
        },
    }
}

/// How a marker left the game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Out {
    /// Its path led off the board.
    Edge {
        /// After how many tiles on the board.
        after: u8,
    },
    /// Its path joined that of another marker, and both left the board.
    Collision {
        /// After how many tiles on the board.
        after: u8,
        /// The other's seat.
        with: Seat,
    },
    /// Its player resigned.
    Resigned {
        /// After how many tiles on the board.
        after: u8,
    },
}

impl Out {
    /// Whether that tile, counted from 1, has eliminated the marker.
    pub(super) fn is_by_tile(self, tile: u8) -> bool {
        matches!(self, Self::Edge { after } | Self::Collision { after, .. } if after == tile)
    }

    /// How many tiles were on the board then.
    pub fn after(self) -> u8 {
        match self {
            Self::Edge { after } | Self::Collision { after, .. } | Self::Resigned { after } => {
                after
            }
        }
    }
}
