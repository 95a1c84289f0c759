//! The times when a standby took the database's place, as one room's book knows them.

use std::time::{Duration, Instant};

/// For servers to find out that another database answers, and to end what they had from the one before.
const NOTICE: Duration = Duration::from_secs(15);

/// What a book knows of the times when a standby took over.
#[derive(Debug, Default)]
pub(super) struct Failovers {
    /// The epochs before each of them.
    pub former: Vec<u32>,
    /// Whether nobody had been told the epoch before the last one.
    pub is_former_unknown: bool,
    /// When the last one was.
    pub last: Option<Instant>,
    /// The last version of then that is still there.
    pub kept: u32,
    /// Whether nothing of the room is.
    pub is_lost: bool,
}

impl Failovers {
    /// What must have been told on a connection that was opened then.
    pub fn floor(&self, opened: Instant, floor: u32) -> u32 {
        let is_older = self.last.is_some_and(|last| opened < last);
        if is_older {
            floor.min(self.kept)
        } else {
            floor
        }
    }

    /// Whether an answer with that version on a connection that was opened then may be of what is gone.
    pub fn may_be_gone(&self, opened: Instant, version: u32) -> bool {
        self.last.is_some_and(|last| opened < last) && version > self.kept
    }

    /// Whether a connection that was opened then came when every server had noticed.
    pub fn is_late(&self, opened: Instant) -> bool {
        self.last.is_none_or(|last| opened >= last + NOTICE)
    }

    /// Whether all that comes on a connection that was opened then may be of what is gone, as no epoch tells.
    pub fn may_be_former(&self, opened: Instant) -> bool {
        self.is_former_unknown && !self.is_late(opened)
    }
}
