//! The complete state of a game: the table and its history.

use serde::{Deserialize, Serialize};

use super::{
    Step, Tile,
    table::{Table, Waiting},
};
use crate::{
    BySeat, Outcome, Seat,
    tiles::{Rotation, Square},
};

/// A game of Tsuro.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State {
    pub(super) table: Table,
    /// The tiles on the board, in the order in which they were laid.
    pub(super) laid: Vec<Laid>,
    /// The path that each marker has walked.
    pub(super) paths: BySeat<Vec<Step>>,
    pub(super) outcome: Option<Outcome>,
}

impl State {
    /// Returns the current position, without its history.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

/// A tile on the board.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Laid {
    /// The square that the tile lies on.
    pub square: Square,
    /// The number of the tile.
    pub tile: Tile,
    /// The rotation in quarter turns clockwise.
    pub rotation: Rotation,
    /// The seat that laid the tile.
    pub seat: Seat,
}

impl From<Waiting> for Laid {
    fn from(waiting: Waiting) -> Self {
        Self {
            square: waiting.cell.square(),
            tile: waiting.tile,
            rotation: waiting.rotation,
            seat: waiting.seat,
        }
    }
}
