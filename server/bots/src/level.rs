//! The playing strengths of bots.

use serde::{Deserialize, Serialize};

/// The playing strength of a bot.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Keeps the rules and avoids eliminating itself, but considers little else.
    Easy,
    /// Compares its decisions by their immediate consequences.
    Medium,
    /// Plays many imagined games to estimate how they end, as long as its budget lasts.
    Hard,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// Returns the name of the level, as in the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

senda_rules::as_serialized!(Level);
