//! Throttles the messages to spectators when there are many: they get them together, and not after
//! every move.

use crate::{limits::CROWD_EVERY_MS, time::Time};

/// The messages that are pending for a crowd.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Crowd {
    /// The time at which the crowd was last sent a message.
    last_sent: Option<Time>,
    /// Whether the room has changed since.
    pub behind: bool,
    /// Whether the presence has changed since.
    pub presence: bool,
}

impl Crowd {
    /// Returns the time at which the pending messages are due. They are due at once if the crowd
    /// was never sent a message.
    pub fn due(&self, now: Time) -> Option<Time> {
        let due = self.last_sent.map_or(now, |last| last.plus(CROWD_EVERY_MS));
        (self.behind || self.presence).then_some(due)
    }

    /// Returns the pending messages, and marks them as sent.
    pub fn take(&mut self, now: Time) -> Self {
        let next = Self {
            last_sent: Some(now),
            ..Self::default()
        };
        std::mem::replace(self, next)
    }
}
