//! The kinds of bots that can have a seat.

use serde::{Deserialize, Serialize};

use super::Level;

/// The kind of bot that has a seat.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BotKind {
    /// An external bot, which connects with the token of its seat.
    Outside,
    /// A bot of the server, with its level of play.
    #[serde(untagged)]
    Own(Level),
}

impl BotKind {
    /// Returns the level of a bot of the server, or `None` for an external bot.
    pub const fn level(self) -> Option<Level> {
        match self {
            Self::Own(level) => Some(level),
            Self::Outside => None,
        }
    }
}

impl From<Level> for BotKind {
    fn from(level: Level) -> Self {
        Self::Own(level)
    }
}
