//! What the host chooses.

use senda_rules::{AnyOptions, Seat};
use serde::{Deserialize, Serialize};

/// What the host chooses.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Which game, and its options.
    pub options: AnyOptions,
    /// The turn clock.
    pub clock: Clock,
    /// Who plays first.
    pub first: First,
    /// Whether the room is listed in the lobby.
    pub public: bool,
}

/// A turn clock.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// No clock.
    None {},
    /// So long for each turn.
    Turn {
        /// Seconds, [`crate::limits::TURN_SECONDS`].
        seconds: u16,
    },
    /// So long for a whole game, and some more each turn.
    Bank {
        /// Seconds at the start, [`crate::limits::BANK_SECONDS`].
        seconds: u16,
        /// Seconds gained after each turn, at most [`crate::limits::INCREMENT_SECONDS`].
        increment: u16,
    },
}

/// Who plays first.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum First {
    /// Whom chance draws.
    Draw {},
    /// The winner of the game before; drawn if there is none, several, or they have left.
    Winner {},
    /// That seat; drawn if nobody sits there.
    Seat {
        /// Which.
        seat: Seat,
    },
}
