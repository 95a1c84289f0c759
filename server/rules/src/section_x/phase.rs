//! What a game waits for, and what has been done in a turn.

use serde::{Deserialize, Serialize};

use super::components::COMPONENTS;
use crate::Seat;

/// Steps of a turn (phase 3 A).
pub const STEPS: u8 = 5;
/// Steps of one prisoner in a turn (phase 3 A).
pub const STEPS_EACH: u8 = 2;
/// Tiles of a stock (stock).
pub const STOCK: usize = 3;
/// Rounds after which a game ends \[R\].
pub const ROUNDS: u8 = 12;
/// Rounds in a row without anybody freed or lost after which a game ends \[R\].
pub const STALLS: u8 = 2;
/// Turns of a round for each seat, after which the round ends \[R\].
pub const TURNS_EACH: u16 = 60;

/// What a game waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXPhase"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// A tile is to be drawn (phase 1).
    Draw,
    /// A tile may be laid, exchanged, moved or turned (phase 2).
    Tile,
    /// Prisoners or a door may be moved (phase 3).
    Act,
    /// Phases 2 and 3 in any order (expert).
    Main,
    /// The mover says whose doors stay (fight for a tunnel).
    FightChoice,
    /// A player says which door they give up for a master key.
    GiveDoor {
        /// Who.
        seat: Seat,
    },
    /// Nothing: the game has ended, or not begun.
    Over,
}

/// What has been done in a turn.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "SectionXDone"))]
#[serde(default, deny_unknown_fields)]
pub struct Done {
    /// Whether a tile has been drawn.
    pub drew: bool,
    /// Whether a tile has been laid, exchanged, moved or turned.
    pub tile: bool,
    /// Steps of each prisoner of the mover, by its number.
    pub steps: [u8; COMPONENTS.prisoners as usize],
    /// Whether a door has been put or moved.
    pub door: bool,
}

impl Done {
    /// Steps that the turn has left.
    pub fn steps_left(&self) -> u8 {
        STEPS.saturating_sub(self.steps.iter().sum())
    }

    /// Whether any prisoner has moved.
    pub fn stepped(&self) -> bool {
        self.steps.iter().any(|&steps| steps > 0)
    }

    /// Whether anything has been done at all.
    pub fn anything(&self) -> bool {
        self.drew || self.tile || self.door || self.stepped()
    }
}
