//! What can be said without words.

use serde::{Deserialize, Serialize};

/// What can be said without words. How it is drawn is the client's.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Emote {
    /// On coming in.
    Hello,
    /// Before a game.
    GoodLuck,
    /// Of somebody else's move.
    Nice,
    /// In answer.
    Thanks,
    /// Of one's own move.
    Oops,
    /// Of what nobody has seen coming.
    Wow,
    /// While one thinks.
    Thinking,
    /// After a game.
    GoodGame,
}
