//! Emotes: chat messages without words.

use serde::{Deserialize, Serialize};

/// A chat message without words. The client decides how to draw it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Emote {
    /// A greeting on entering the room.
    Hello,
    /// A wish before a game.
    GoodLuck,
    /// Praise for another player's move.
    Nice,
    /// Thanks, in answer to another emote or message.
    Thanks,
    /// Regret about the player's own move.
    Oops,
    /// Surprise at an unexpected move.
    Wow,
    /// A sign that the player is thinking.
    Thinking,
    /// Thanks to the other players after a game.
    GoodGame,
}
