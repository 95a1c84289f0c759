//! The failovers of the database to a standby, from the view of one room's book.

use std::time::{Duration, Instant};

/// The time in which servers notice that another database answers, and drop the state that came
/// from the former one.
const NOTICE: Duration = Duration::from_secs(15);

/// The failovers that a book has recorded.
#[derive(Debug, Default)]
pub(super) struct Failovers {
    /// The epochs of the room before each failover.
    pub former: Vec<u32>,
    /// Whether no viewer had received the epoch before the last failover.
    pub is_former_unknown: bool,
    /// The moment of the last failover.
    pub last: Option<Instant>,
    /// The last version that survived the last failover.
    pub kept: u32,
    /// Whether the whole room was lost in a failover, or may have been.
    pub is_lost: bool,
    /// The version at which the room's people left it for good.
    pub left: Option<u32>,
    /// Whether the room's people had left it at a version that was lost in a failover.
    pub is_deserted: bool,
}

impl Failovers {
    /// Returns the version that an update must have reached at least, on a connection that was
    /// opened at that moment.
    pub fn floor(&self, opened: Instant, floor: u32) -> u32 {
        let is_older = self.last.is_some_and(|last| opened < last);
        if is_older {
            floor.min(self.kept)
        } else {
            floor
        }
    }

    /// Returns whether an answer with that version may be about a lost version. `opened` is the
    /// moment when its connection was opened.
    pub fn may_be_gone(&self, opened: Instant, version: u32) -> bool {
        self.last.is_some_and(|last| opened < last) && version > self.kept
    }

    /// Returns whether every server had noticed the last failover when a connection was opened.
    pub fn is_late(&self, opened: Instant) -> bool {
        self.last.is_none_or(|last| opened >= last + NOTICE)
    }

    /// Returns whether every message of a connection that was opened at that moment may be from
    /// before the failover. This is so if the former epoch is unknown, since the epoch of the
    /// messages does not tell them apart.
    pub fn may_be_former(&self, opened: Instant) -> bool {
        self.is_former_unknown && !self.is_late(opened)
    }
}
