//! Those who only watch, when they are many: they are told all together, and not at every move.

use crate::{limits::CROWD_EVERY_MS, time::Time};

/// What a crowd has not been told yet.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Crowd {
    /// When it was last told anything.
    last_told: Option<Time>,
    /// Whether something has happened since.
    pub behind: bool,
    /// Whether somebody has come or gone since.
    pub presence: bool,
}

impl Crowd {
    /// When it is to be told what it has not been told yet: at once, if it has never been told anything.
    pub fn due(&self, now: Time) -> Option<Time> {
        let due = self.last_told.map_or(now, |last| last.plus(CROWD_EVERY_MS));
        (self.behind || self.presence).then_some(due)
    }

    /// It is told all of it; what that is.
    pub fn take(&mut self, now: Time) -> Self {
        let told = Self {
            last_told: Some(now),
            ..Self::default()
        };
        std::mem::replace(self, told)
    }
}
