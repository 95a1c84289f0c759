//! The state that the people in one benchmarked room share, and the counters of the room.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use super::bytes::{Bytes, Viewer};
use crate::{latency::Latencies, ledger::lock};

/// The maximum number of decisions that can be under way to the people in the room at once.
const ON_THEIR_WAY: u32 = 64;

/// The counters of a measurement.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// The number of decisions that were acknowledged. Each is stored, and sent to all viewers.
    pub decisions: u64,
    /// The number of other commands that were acknowledged, between two games. Each is stored and
    /// sent as well.
    pub others: u64,
    /// The number of decisions that were rejected because they came too late.
    pub refused: u64,
    /// The times from sending a decision to its acknowledgement.
    pub answers: Latencies,
    /// The messages that decisions have caused.
    pub bytes: Bytes,
}

impl Counts {
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.others += other.others;
        self.refused += other.refused;
        self.answers.add(&other.answers);
        self.bytes.add(&other.bytes);
    }
}

/// The state that the people in one room share.
#[derive(Debug)]
pub(super) struct Room {
    is_measured: Arc<AtomicBool>,
    /// The version after which players decide nothing more.
    last: u32,
    version: AtomicU32,
    /// The seat that made each of the last versions, for the versions that a decision made.
    movers: Mutex<[(u32, u8); ON_THEIR_WAY as usize]>,
    counts: Mutex<Counts>,
}

impl Room {
    pub fn new(is_measured: Arc<AtomicBool>, last: u32) -> Self {
        Self {
            is_measured,
            last,
            version: AtomicU32::new(0),
            movers: Mutex::new([(0, 0); ON_THEIR_WAY as usize]),
            counts: Mutex::default(),
        }
    }

    /// Returns the latest version that a viewer has received.
    pub fn version(&self) -> u32 {
        self.version.load(Ordering::Relaxed)
    }

    /// Returns whether players still decide at that version.
    pub fn goes_on(&self, version: u32) -> bool {
        version < self.last
    }

    /// Records that a seat decides at that version.
    pub fn decides(&self, version: u32, seat: u8) {
        let made = version + 1;
        lock(&self.movers)[(made % ON_THEIR_WAY) as usize] = (made, seat);
    }

    /// Records that a viewer received that version. Returns the seat that made it, if a decision
    /// made it.
    pub fn told(&self, version: u32) -> Option<u8> {
        self.version.fetch_max(version, Ordering::Relaxed);
        let (made, seat) = lock(&self.movers)[(version % ON_THEIR_WAY) as usize];
        (made == version).then_some(seat)
    }

    /// Changes the counters, but only during a measurement.
    pub fn count(&self, change: impl FnOnce(&mut Counts)) {
        if self.is_measured.load(Ordering::Relaxed) {
            change(&mut lock(&self.counts));
        }
    }

    /// Counts a decision that was acknowledged after that time, by a message of that kind and
    /// length.
    pub fn answered(&self, after: Duration, kind: &'static str, bytes: usize) {
        self.count(|counts| {
            counts.decisions += 1;
            counts.answers.note(after);
            counts.bytes.note(Viewer::Mover, kind, bytes);
        });
    }

    /// Returns the counters and resets them.
    pub fn take_counts(&self) -> Counts {
        std::mem::take(&mut lock(&self.counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_only_during_a_measurement() {
        let is_measured = Arc::new(AtomicBool::new(false));
        let room = Room::new(is_measured.clone(), 9);
        room.answered(Duration::from_millis(1), "ack", 40);
        assert_eq!(room.take_counts().decisions, 0);
        is_measured.store(true, Ordering::Relaxed);
        room.answered(Duration::from_millis(1), "ack", 40);
        let counts = room.take_counts();
        assert_eq!((counts.decisions, counts.answers.count()), (1, 1));
        assert_eq!(counts.bytes.to_players(), 40);
        assert_eq!(room.take_counts().decisions, 0);
    }

    #[test]
    fn remembers_the_seat_that_made_a_recent_version() {
        let room = Room::new(Arc::default(), 9);
        room.decides(7, 3);
        assert_eq!((room.told(8), room.version()), (Some(3), 8));
        assert_eq!((room.told(7), room.version()), (None, 8));
        assert_eq!(room.told(8 + ON_THEIR_WAY), None);
        assert!(room.goes_on(8) && !room.goes_on(9));
    }
}
