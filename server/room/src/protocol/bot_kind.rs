//! Which programs play.

use serde::{Deserialize, Serialize};

use super::Level;

/// Which program has a seat.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum BotKind {
    /// One from outside, which connects with the token of its seat.
    Outside,
    /// One of the server's, that plays so well.
    #[serde(untagged)]
    Own(Level),
}

impl BotKind {
    /// How well it plays, if it is the server's.
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
