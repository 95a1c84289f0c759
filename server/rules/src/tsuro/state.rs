//! A whole game: the table, and how it came to be so.

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
    /// The tiles on the board in the order in which they were laid.
    pub(super) laid: Vec<Laid>,
    /// The path that each marker has walked.
    pub(super) paths: BySeat<Vec<Step>>,
    pub(super) outcome: Option<Outcome>,
}

impl State {
    /// The game as it stands, without its history.
    pub fn table(&self) -> &Table {
        &self.table
    }
}

/// A tile on the board.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Laid {
    /// Where.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub square: Square,
    /// The tile.
    pub tile: Tile,
    /// Quarter turns clockwise.
    pub rotation: Rotation,
    /// Who laid it.
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
