//! The time of one turn.

use senda_rules::Seat;

use crate::{limits, protocol::By, time::Time};

/// The turn of a seat that may act, or the answer of a seat to a question in another seat's turn.
///
/// One time limit covers a whole turn, however many decisions it has, except for the minimum time
/// of each decision ([`limits::LEAST_TURN_MS`]).
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub seat: Seat,
    /// The time at which the turn began or its last decision was made. It is in the future while
    /// the owner has a grace period to come back.
    pub from: Time,
    /// The milliseconds since then that had run before `from`, if the game stood still in between.
    pub spent_ms: u64,
    /// The time at which the turn times out, if a clock runs.
    pub until: Option<Time>,
    /// The remaining time in milliseconds, while the clock waits for an owner who is not connected.
    pub held_ms: Option<u64>,
    /// The time at which a decision is made for an owner who is away. `until` applies as well, so
    /// that a seat that is left and taken over again and again cannot hold up the game.
    pub pause: Option<Time>,
}

/// A turn whose clock is stopped, because its owner waits for another seat's answer.
#[derive(Clone, Debug)]
pub(super) struct Stopped {
    pub seat: Seat,
    /// The remaining time in milliseconds, if the turn has a clock.
    pub left_ms: Option<u64>,
}

impl Turn {
    /// Creates a turn that begins at `from`.
    pub fn new(seat: Seat, from: Time, allowance_ms: Option<u64>) -> Self {
        Self {
            seat,
            from,
            spent_ms: 0,
            until: allowance_ms.map(|ms| from.plus(ms)),
            held_ms: None,
            pause: None,
        }
    }

    /// Returns the remaining time in milliseconds, if the turn has a clock.
    pub fn left_ms(&self, now: Time) -> Option<u64> {
        let running = self.until.map(|until| until.since(now.max(self.from)));
        self.held_ms.or(running)
    }

    /// Returns the milliseconds of the owner's time that have been used since the turn began or its
    /// last decision.
    pub fn taken_ms(&self, now: Time) -> u64 {
        let running = if self.held_ms.is_some() {
            0
        } else {
            now.since(self.from)
        };
        self.spent_ms + running
    }

    /// Stops the clock, because its owner has gone. The waiting time of the others counts from now.
    pub fn hold(&mut self, now: Time) {
        if self.until.is_none() {
            return;
        }
        let (left_ms, taken_ms) = (self.left_ms(now), self.taken_ms(now));
        (self.until, self.held_ms, self.spent_ms) = (None, left_ms, taken_ms);
        self.from = self.from.max(now);
    }

    /// Restarts a clock that has waited for its owner.
    pub fn release(&mut self, now: Time) {
        if let Some(left_ms) = self.held_ms.take() {
            self.until = Some(now.plus(left_ms.max(limits::RESUMED_TURN_MS)));
            self.from = now;
        }
    }

    /// Returns the time at which a decision is made for the owner.
    pub fn due(&self) -> Option<Time> {
        self.until.into_iter().chain(self.pause).min()
    }

    /// Returns whether no clock ends the turn, so that the others wait for its owner.
    pub fn is_endless(&self) -> bool {
        self.until.is_none() && self.pause.is_none()
    }

    /// Notes a decision that does not complete the turn.
    pub fn decide_on(&mut self, from: Time, by: By) {
        self.from = from;
        self.spent_ms = 0;
        self.pause = None;
        // Once the time is up, the clock makes all remaining decisions of the turn.
        if by == By::Player {
            let least = from.plus(limits::LEAST_TURN_MS);
            self.until = self.until.map(|until| until.max(least));
        }
    }

    /// Moves the part of the turn that was left at `since` to begin at `start`.
    pub fn stand_still(&mut self, since: Time, start: Time) {
        let stopped = since.max(self.from);
        self.spent_ms = self.taken_ms(stopped);
        self.until = self.until.map(|until| {
            let left_ms = until.since(stopped).max(limits::RESUMED_TURN_MS);
            start.plus(left_ms)
        });
        self.from = start;
        self.pause = None;
    }
}
