//! The maker of a decision.

use serde::{Deserialize, Serialize};

/// The maker of a decision for a seat.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The owner of the seat.
    #[default]
    Player,
    /// The clock, because the time was up.
    Clock,
    /// The clock, because the owner is away or the seat has no owner.
    Away,
    /// The bot that owns the seat, either one of the server's or an external one.
    Bot,
    /// A bot that stands in for an owner who is away or has left.
    StandIn,
}

impl By {
    /// Returns whether the clock made the decision. It chooses at random where the rules leave it a
    /// choice.
    pub fn is_clock(self) -> bool {
        matches!(self, Self::Clock | Self::Away)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde requires it")]
    pub(super) fn is_player(&self) -> bool {
        *self == Self::Player
    }
}
