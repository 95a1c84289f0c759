//! How bad the network is, and what came of it.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use rand::{Rng, RngExt};
use serde::Serialize;
use tokio::sync::watch;

/// How bad the network is: of 10,000 messages, how many meet what.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct NetworkConditions {
    /// The connection ends.
    pub cut: u32,
    /// The connection ends in the middle of the message.
    pub torn: u32,
    /// Comes up to some hundred milliseconds late.
    pub delay: u32,
    /// Comes seconds late.
    pub stall: u32,
    /// Comes twice. Only from the client.
    pub duplicate: u32,
    /// Comes after the next one. Only from the client.
    pub reorder: u32,
}

/// What every connection looks at.
#[derive(Clone, Debug)]
pub(super) struct Network {
    pub conditions: watch::Receiver<NetworkConditions>,
    /// How often all connections have been cut.
    pub cut: watch::Receiver<u64>,
    pub counts: Arc<Counts>,
}

/// What happens to a message.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Fate {
    Nothing,
    Cut,
    Torn,
    Delay,
    Stall,
    Duplicate,
    Reorder,
}

impl NetworkConditions {
    /// Nothing happens to anybody.
    pub const FAIR: Self = Self {
        cut: 0,
        torn: 0,
        delay: 0,
        stall: 0,
        duplicate: 0,
        reorder: 0,
    };

    /// What happens to the next message.
    pub(super) fn draw(self, chance: &mut impl Rng) -> Fate {
        let mut left = chance.random_range(0..10_000_u32);
        for (of, fate) in [
            (self.cut, Fate::Cut),
            (self.torn, Fate::Torn),
            (self.delay, Fate::Delay),
            (self.stall, Fate::Stall),
            (self.duplicate, Fate::Duplicate),
            (self.reorder, Fate::Reorder),
        ] {
            if left < of {
                return fate;
            }
            left -= of;
        }
        Fate::Nothing
    }
}

/// What connections have met.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Met {
    /// Connections cut between two messages.
    pub cut: u64,
    /// Connections cut within a message.
    pub torn: u64,
    /// Messages that came late.
    pub delayed: u64,
    /// Messages that came seconds late.
    pub stalled: u64,
    /// Messages that came twice.
    pub duplicated: u64,
    /// Messages that came after their successor.
    pub reordered: u64,
}

#[derive(Debug, Default)]
pub(super) struct Counts {
    cut: AtomicU64,
    torn: AtomicU64,
    delayed: AtomicU64,
    stalled: AtomicU64,
    duplicated: AtomicU64,
    reordered: AtomicU64,
}

impl Counts {
    pub fn note(&self, fate: Fate) {
        let count = match fate {
            Fate::Nothing => return,
            Fate::Cut => &self.cut,
            Fate::Torn => &self.torn,
            Fate::Delay => &self.delayed,
            Fate::Stall => &self.stalled,
            Fate::Duplicate => &self.duplicated,
            Fate::Reorder => &self.reordered,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    pub fn cut(&self) {
        self.note(Fate::Cut);
    }

    pub fn read(&self) -> Met {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Met {
            cut: read(&self.cut),
            torn: read(&self.torn),
            delayed: read(&self.delayed),
            stalled: read(&self.stalled),
            duplicated: read(&self.duplicated),
            reordered: read(&self.reordered),
        }
    }
}
