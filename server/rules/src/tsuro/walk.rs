//! The walks of markers, and the ways to leave the game.

use serde::{Deserialize, Serialize};

use super::{Mark, Step};
use crate::Seat;

/// The walk of one marker after a placement.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Walk {
    /// The seat of the marker.
    pub seat: Seat,
    /// The squares that the marker crosses.
    pub path: Vec<Step>,
    /// The end of the walk.
    pub end: WalkEnd,
}

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// The end of a walk.
    #[derive(Copy, Clone, Debug, Eq, PartialEq)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
    pub enum WalkEnd {
        /// The marker stops before an empty square.
        Stands {
            /// The mark that the marker faces.
            at: Mark,
        },
        /// The path leads off the board, and the marker is out.
        Edge,
        /// The path ends on the start mark of another marker, whose path it has joined: both are
        /// out.
        Collision {
            /// The seat of the other marker.
            with: Seat,
        },
    }
}

/// The way in which a marker left the game.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Out {
    /// The path led off the board.
    Edge {
        /// The number of tiles on the board at that time.
        after: u8,
    },
    /// The path joined that of another marker, and both left the board.
    Collision {
        /// The number of tiles on the board at that time.
        after: u8,
        /// The seat of the other marker.
        with: Seat,
    },
    /// The player of the marker resigned.
    Resigned {
        /// The number of tiles on the board at that time.
        after: u8,
    },
}

impl Out {
    /// Returns whether that tile, counted from 1, has eliminated the marker.
    pub(super) fn is_by_tile(self, tile: u8) -> bool {
        matches!(self, Self::Edge { after } | Self::Collision { after, .. } if after == tile)
    }

    /// Returns the number of tiles that were on the board when the marker left.
    pub fn after(self) -> u8 {
        match self {
            Self::Edge { after } | Self::Collision { after, .. } | Self::Resigned { after } => {
                after
            }
        }
    }
}
