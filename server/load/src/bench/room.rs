//! What those in one room share, and what is counted there.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use super::bytes::{Bytes, Viewer};
use crate::{latency::Latencies, ledger::lock};

/// Decisions that can be on their way to those in the room at once.
const ON_THEIR_WAY: u32 = 64;

/// What was counted while it was measured.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// Decisions that were answered: each is kept, and told to everybody.
    pub decisions: u64,
    /// Other commands that were answered, between two games: each is kept and told as well.
    pub others: u64,
    /// Decisions that were refused: they came too late.
    pub refused: u64,
    /// From sending a decision to its answer.
    pub answers: Latencies,
    /// What decisions have caused.
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

/// What those in one room share.
#[derive(Debug)]
pub(super) struct Room {
    is_measured: Arc<AtomicBool>,
    /// From this version on nobody decides anything.
    last: u32,
    version: AtomicU32,
    /// Who has made which of the last versions by a decision.
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

    /// The last version that anybody was told of.
    pub fn version(&self) -> u32 {
        self.version.load(Ordering::Relaxed)
    }

    /// Whether something is still to be decided at that version.
    pub fn goes_on(&self, version: u32) -> bool {
        version < self.last
    }

    /// That seat decides something at that version.
    pub fn decides(&self, version: u32, seat: u8) {
        let made = version + 1;
        lock(&self.movers)[(made % ON_THEIR_WAY) as usize] = (made, seat);
    }

    /// Somebody was told of that version; says who made it, if it was by a decision.
    pub fn told(&self, version: u32) -> Option<u8> {
        self.version.fetch_max(version, Ordering::Relaxed);
        let (made, seat) = lock(&self.movers)[(version % ON_THEIR_WAY) as usize];
        (made == version).then_some(seat)
    }

    /// Changes what is counted, while it is measured.
    pub fn count(&self, change: impl FnOnce(&mut Counts)) {
        if self.is_measured.load(Ordering::Relaxed) {
            change(&mut lock(&self.counts));
        }
    }

    /// A decision of that seat was answered after so long, by a message of so many bytes.
    pub fn answered(&self, after: Duration, kind: &'static str, bytes: usize) {
        self.count(|counts| {
            counts.decisions += 1;
            counts.answers.note(after);
            counts.bytes.note(Viewer::Mover, kind, bytes);
        });
    }

    /// What was counted; then counting begins anew.
    pub fn take_counts(&self) -> Counts {
        std::mem::take(&mut lock(&self.counts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_counts_before_it_is_measured() {
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
    fn who_made_a_version_is_known_while_it_is_told() {
        let room = Room::new(Arc::default(), 9);
        room.decides(7, 3);
        assert_eq!((room.told(8), room.version()), (Some(3), 8));
        assert_eq!((room.told(7), room.version()), (None, 8));
        assert_eq!(room.told(8 + ON_THEIR_WAY), None);
        assert!(room.goes_on(8) && !room.goes_on(9));
    }
}
