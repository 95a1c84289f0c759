//! Rated games: whether a game counts for the ratings of its players, and the conditions.

use serde::{Deserialize, Serialize};

/// Whether a game of a room with rated games counts for the ratings of its players. The log stores
/// it at the start of the game, so that ratings can be computed from the logs alone.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Rated {
    /// The game counts.
    Counts,
    /// The game does not count, because two of its players came from the same network, so they may
    /// be one person or use one device.
    SameNetwork,
    /// The game does not count, because a player has not connected since the server loaded the
    /// room, so the server does not know which network that player comes from.
    UnknownNetwork,
}

/// A condition of rated games that is not met.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RatedNeed {
    /// The turns must have a time limit.
    Clock,
    /// Players must not be able to request hints.
    NoHints,
    /// No bot may play for players who are away.
    NoStandIn,
    /// The games must begin with a new deal.
    NewDeal,
    /// No seat may belong to a bot.
    NoBots,
    /// No seat may belong to a guest, who plays on the device of another person.
    NoGuests,
    /// Only the player who started the game in a seat may take it over.
    OwnSeat,
    /// No decision can be taken back.
    NoTakeBack,
}
