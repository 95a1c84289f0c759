//! The time of one turn.

use senda_rules::Seat;

use crate::{limits, protocol::By, time::Time};

/// The turn of a seat that may decide something, or what it is asked for in another's.
///
/// One time covers a whole turn, however many decisions it has, but for the least that each of them has
/// ([`limits::LEAST_TURN_MS`]).
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub seat: Seat,
    /// When it began, or its last decision was made; later than now, if its owner is given time to come back.
    pub from: Time,
    /// Milliseconds that had run before `from` since then, where the game stood still meanwhile.
    pub spent_ms: u64,
    /// When its time is up, with a clock.
    pub until: Option<Time>,
    /// Milliseconds that it still has, while its clock waits for an owner who is not connected.
    pub held_ms: Option<u64>,
    /// When a decision is made for an owner who is away. The turn's own end counts as well, so that
    /// a seat that is left and taken over again and again can't hold the game up.
    pub pause: Option<Time>,
}

/// A turn whose time does not run: its owner waits for what another seat is asked.
#[derive(Clone, Debug)]
pub(super) struct Stopped {
    pub seat: Seat,
    /// Milliseconds that it still has, with a clock.
    pub left_ms: Option<u64>,
}

impl Turn {
    /// One that begins at `from`.
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

    /// Milliseconds that it still has, with a clock.
    pub fn left_ms(&self, now: Time) -> Option<u64> {
        let running = self.until.map(|until| until.since(now.max(self.from)));
        self.held_ms.or(running)
    }

    /// Milliseconds that it has taken of its owner's time.
    pub fn taken_ms(&self, now: Time) -> u64 {
        let running = if self.held_ms.is_some() {
            0
        } else {
            now.since(self.from)
        };
        self.spent_ms + running
    }

    /// Its clock waits for its owner, who has gone; the others count from now how long they wait.
    pub fn hold(&mut self, now: Time) {
        if self.until.is_none() {
            return;
        }
        let (left_ms, taken_ms) = (self.left_ms(now), self.taken_ms(now));
        (self.until, self.held_ms, self.spent_ms) = (None, left_ms, taken_ms);
        self.from = self.from.max(now);
    }

    /// Its clock has waited for its owner, and runs again.
    pub fn release(&mut self, now: Time) {
        if let Some(left_ms) = self.held_ms.take() {
            self.until = Some(now.plus(left_ms.max(limits::RESUMED_TURN_MS)));
            self.from = now;
        }
    }

    /// When something is decided for its owner.
    pub fn due(&self) -> Option<Time> {
        self.until.into_iter().chain(self.pause).min()
    }

    /// Whether no clock ends it, so that the others wait for its owner.
    pub fn is_endless(&self) -> bool {
        self.until.is_none() && self.pause.is_none()
    }

    /// A decision was made in it, and it is not over.
    pub fn decide_on(&mut self, from: Time, by: By) {
        self.from = from;
        self.spent_ms = 0;
        self.pause = None;
        // Once its time is up, all that is left of a turn is decided for its owner.
        if by == By::Player {
            let least = from.plus(limits::LEAST_TURN_MS);
            self.until = self.until.map(|until| until.max(least));
        }
    }

    /// Lets what is left of it from `since` on begin at `start`.
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
