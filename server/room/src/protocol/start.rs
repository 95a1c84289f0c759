//! The start of games from a finished game instead of a new deal.

use senda_rules::{GameKind, Seat};
use serde::{Deserialize, Serialize};

/// The longest id of a finished game, in characters.
const LONGEST_ID: usize = 32;

/// The start of all games in a room that don't begin with a new deal: the deal of a finished game,
/// or a position of it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The id of the finished game, as in the link to its replay.
    pub game: String,
    /// The number of players: that of the finished game.
    pub seats: u8,
    /// The step of the position, as in the address of the replay: 0 is the deal. If it is absent,
    /// the games repeat the deal, with the same shuffles until their ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub step: Option<u32>,
    /// The seat from whose view the games continue: what that player did not know is dealt anew. If
    /// it is absent, all hands are kept, and only the order of the piles is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub viewer: Option<Seat>,
}

impl Start {
    /// Returns whether the games repeat the deal of the finished game. The contributions of its
    /// players make the shuffles then, and not those of the players who repeat it.
    pub fn is_deal(&self) -> bool {
        self.step.is_none()
    }

    /// Returns the part of the finished game with which the games start: `deal` or `position`.
    pub fn part(&self) -> &'static str {
        if self.is_deal() { "deal" } else { "position" }
    }

    /// Returns whether a game of that kind can start so, as far as the start itself tells.
    pub(super) fn is_possible(&self, game: GameKind) -> bool {
        let (fewest, most) = game.seats();
        let length = self.game.len();
        (fewest..=most).contains(&self.seats)
            && (1..=LONGEST_ID).contains(&length)
            && self.game.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && (self.step.is_some() || self.viewer.is_none())
            && self.viewer.is_none_or(|seat| seat.number() < self.seats)
    }
}
