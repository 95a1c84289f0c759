//! The reasons for which a player reports another one.

use serde::{Deserialize, Serialize};

/// The reason for which a player reports another one to the operator of the server.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// The name of the person offends.
    Name,
    /// The person insults others.
    Insult,
    /// The person advertises, or floods the chat.
    Spam,
    /// Another reason, which the note may explain.
    Other,
}

impl ReportReason {
    /// Returns the name of the reason in the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Insult => "insult",
            Self::Spam => "spam",
            Self::Other => "other",
        }
    }
}
