//! A game that stands still: because everybody has left, or because those who play have agreed.
//!
//! Who is here is not in the log, and so the standstill of a table that everybody has left begins at once, in
//! memory: no clock runs from then on. Only one that lasts is written down. In a server that has just started
//! nobody is here either, and so nobody pays for the time without it.

use crate::{limits, pace::Pace, person::PlayerId, time::Time};

/// How often a table that everybody left is written down as such.
const DESERTIONS: Pace = Pace {
    burst: limits::DESERTION_BURST,
    refill_ms: limits::DESERTION_REFILL_MS,
};

/// A game that stands still, or has gone on just now.
#[derive(Clone, Debug, Default)]
pub(super) struct Standstill {
    /// Since when no clock runs.
    pub since: Option<Time>,
    /// Whose clocks wait for them once it goes on.
    pub grace: Grace,
    /// For [`DESERTIONS`].
    desertions: Option<Time>,
}

/// The time that players have who may not know yet that the game goes on.
#[derive(Clone, Debug, Default)]
pub(super) struct Grace {
    /// Until when their clocks wait for them.
    pub until: Option<Time>,
    /// Who knows.
    pub back: Vec<PlayerId>,
}

impl Standstill {
    /// Lets the game go on, known to those who are `back`; since when it stood still, if it did.
    pub fn end(&mut self, now: Time, back: Vec<PlayerId>) -> Option<Time> {
        let since = self.since.take()?;
        let until = Some(now.plus(limits::RETURN_GRACE_MS));
        self.grace = Grace { until, back };
        Some(since)
    }

    /// When it is to be written down that everybody has left. Not at once: a proxy that starts again drops
    /// everybody for a moment.
    pub fn desertion_due(&self) -> Option<Time> {
        let due = self.since?.plus(limits::DESERTED_MS);
        Some(DESERTIONS.next(due, self.desertions))
    }

    /// It was written down.
    pub fn note_desertion(&mut self, now: Time) {
        if let Ok(full_again) = DESERTIONS.once_more(now, self.desertions) {
            self.desertions = Some(full_again);
        }
    }
}

impl Grace {
    /// Somebody knows that the game goes on.
    pub fn knows(&mut self, player: PlayerId) {
        if !self.back.contains(&player) {
            self.back.push(player);
        }
    }
}
