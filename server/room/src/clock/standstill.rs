//! The standstill of a game: either all players have left, or the players have agreed on a pause.
//!
//! The log does not record who is connected. So the standstill of a game that all players have
//! left begins at once, in memory, and no clock runs from then on. Only a lasting one is logged.
//! After a server restart no player is connected either, so no player pays for the time of the
//! outage.

use super::RateLimit;
use crate::{limits, person::PlayerId, time::Time};

/// The rate limit for logging that all players have left.
const EVERYBODY_LEFT: RateLimit = RateLimit::new(
    limits::EVERYBODY_LEFT_BURST,
    limits::EVERYBODY_LEFT_REFILL_MS,
);

/// A standstill of a game, or the grace period after one.
#[derive(Clone, Debug, Default)]
pub(super) struct Standstill {
    /// The time since which no clock runs.
    pub since: Option<Time>,
    /// The grace period after the game resumes.
    pub grace: Grace,
    /// The state of the [`EVERYBODY_LEFT`] rate limit.
    everybody_left: Option<Time>,
}

/// The grace period for players who may not know yet that the game has resumed.
#[derive(Clone, Debug, Default)]
pub(super) struct Grace {
    /// The time until which the clocks of these players wait for them.
    pub until: Option<Time>,
    /// The players who know that the game has resumed.
    pub back: Vec<PlayerId>,
}

impl Standstill {
    /// Resumes the game. The players in `back` know about it. Returns the time at which the
    /// standstill began, or `None` if there was none.
    pub fn end(&mut self, now: Time, back: Vec<PlayerId>) -> Option<Time> {
        let since = self.since.take()?;
        let until = Some(now.plus(limits::RETURN_GRACE_MS));
        self.grace = Grace { until, back };
        Some(since)
    }

    /// Returns the time at which the absence of all players is to be logged. It is not
    /// logged at once, because a proxy restart drops all connections for a moment.
    pub fn everybody_left_due(&self) -> Option<Time> {
        let due = self.since?.plus(limits::EVERYBODY_LEFT_MS);
        Some(EVERYBODY_LEFT.next(due, self.everybody_left))
    }

    /// Counts a logged absence of all players for the rate limit.
    pub fn note_everybody_left(&mut self, now: Time) {
        if let Ok(full_again) = EVERYBODY_LEFT.spend(now, self.everybody_left) {
            self.everybody_left = Some(full_again);
        }
    }
}

impl Grace {
    /// Notes that a player knows that the game has resumed.
    pub fn knows(&mut self, player: PlayerId) {
        if !self.back.contains(&player) {
            self.back.push(player);
        }
    }
}
