//! The playing strengths of bots.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The playing strength of a bot.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of parsing a level: the text is not the name of one.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NoLevel;

impl fmt::Display for NoLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level is easy, medium or hard")
    }
}

impl std::error::Error for NoLevel {}

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(text: &str) -> Result<Self, NoLevel> {
        let mut all = Self::ALL.into_iter();
        all.find(|level| level.name() == text).ok_or(NoLevel)
    }
}
