//! The phase of a game, and the record of the current turn.

use serde::{Deserialize, Serialize};

use super::components::COMPONENTS;
use crate::Seat;

/// The number of steps of a turn (phase 3 A).
pub const STEPS: u8 = 5;
/// The maximum number of steps of one prisoner in a turn (phase 3 A).
pub const STEPS_EACH: u8 = 2;
/// The maximum number of tiles in a stock (stock).
pub const STOCK: usize = 3;
/// The number of rounds after which a game ends \[R\].
pub const ROUNDS: u8 = 12;
/// The number of rounds in a row without a freed or lost prisoner after which a game ends \[R\].
pub const STALLS: u8 = 2;
/// The number of turns per seat after which a round ends \[R\].
pub const TURNS_EACH: u16 = 60;

/// The kind of decision that a game waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXPhase"),
    ts(rename = "SectionXPhase")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// A tile must be drawn (phase 1).
    Draw,
    /// A tile may be laid, exchanged, moved or turned (phase 2).
    Tile,
    /// Prisoners or a door may be moved (phase 3).
    Act,
    /// The actions of phases 2 and 3 may be taken in any order (expert).
    Main,
    /// The mover must choose whose doors stay (fight for a tunnel).
    FightChoice,
    /// A player must choose the door to give up for a master key.
    GiveDoor {
        /// The seat of the player.
        seat: Seat,
    },
    /// No decision: the game is over, or not opened yet.
    Over,
}

/// The record of the actions taken in the current turn.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXDone"),
    ts(rename = "SectionXDone")
)]
#[serde(default, deny_unknown_fields)]
pub struct Done {
    /// Whether a tile has been drawn.
    pub drew: bool,
    /// Whether a tile has been laid, exchanged, moved or turned.
    pub tile: bool,
    /// The number of steps of each prisoner of the mover, indexed by the number of the prisoner.
    pub steps: [u8; COMPONENTS.prisoners as usize],
    /// Whether a door has been put or moved.
    pub door: bool,
}

impl Done {
    /// Returns the number of steps that the turn has left.
    pub fn steps_left(&self) -> u8 {
        STEPS.saturating_sub(self.steps.iter().sum())
    }

    /// Returns whether any prisoner has moved.
    pub fn stepped(&self) -> bool {
        self.steps.iter().any(|&steps| steps > 0)
    }

    /// Returns whether anything at all has been done.
    pub fn anything(&self) -> bool {
        self.drew || self.tile || self.door || self.stepped()
    }
}
