//! The faults of the simulated network, and the counters of the faults that happened.

use std::sync::{Arc, Mutex};

use rand::{Rng, RngExt};
use tokio::sync::watch;

/// The probability of each fault, as the number of affected messages in 10,000.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct NetworkConditions {
    /// The connection ends before the message.
    pub cut: u32,
    /// The connection ends in the middle of the message.
    pub torn: u32,
    /// The message arrives up to 250 milliseconds late.
    pub delay: u32,
    /// The message arrives seconds late.
    pub stall: u32,
    /// The message arrives twice. This applies only to messages from the client.
    pub duplicate: u32,
    /// The message arrives after the next one. This applies only to messages from the client.
    pub reorder: u32,
}

/// The state of the network that all connections share.
#[derive(Clone, Debug)]
pub(super) struct Network {
    pub conditions: watch::Receiver<NetworkConditions>,
    /// The number of times that all connections have been cut.
    pub cut: watch::Receiver<u64>,
    pub met: Arc<Mutex<Met>>,
}

/// The fault that affects a message.
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
    /// The conditions of a network without faults.
    pub const FAIR: Self = Self {
        cut: 0,
        torn: 0,
        delay: 0,
        stall: 0,
        duplicate: 0,
        reorder: 0,
    };

    /// Draws the fault of the next message.
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

/// The number of faults that connections have met.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Met {
    /// The number of connections cut between two messages.
    pub cut: u64,
    /// The number of connections cut within a message.
    pub torn: u64,
    /// The number of messages that arrived late.
    pub delayed: u64,
    /// The number of messages that arrived seconds late.
    pub stalled: u64,
    /// The number of messages that arrived twice.
    pub duplicated: u64,
    /// The number of messages that arrived after their successor.
    pub reordered: u64,
}

impl Met {
    pub(super) fn note(&mut self, fate: Fate) {
        let count = match fate {
            Fate::Nothing => return,
            Fate::Cut => &mut self.cut,
            Fate::Torn => &mut self.torn,
            Fate::Delay => &mut self.delayed,
            Fate::Stall => &mut self.stalled,
            Fate::Duplicate => &mut self.duplicated,
            Fate::Reorder => &mut self.reordered,
        };
        *count += 1;
    }
}
