//! What is counted and timed while people play, by one clock for all of them.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{latency::Latencies, ledger::lock};

/// Versions of a room after which nobody is expected to hear of an earlier one as news.
const LATE: u32 = 8;

/// What is counted and timed. A clone is the same.
#[derive(Clone, Debug, Default)]
pub struct Tally(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    bytes: AtomicU64,
    opened: AtomicU64,
    open: AtomicU64,
    most_open: AtomicU64,
    closes: Mutex<BTreeMap<u16, u64>>,
    refused: Mutex<BTreeMap<String, u64>>,
    absences: Mutex<Latencies>,
    acks: Mutex<Latencies>,
    spreads: Mutex<Latencies>,
    resumed: AtomicU64,
    whole: AtomicU64,
}

/// What was counted and timed.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// Bytes of messages that came.
    pub bytes: u64,
    /// Sockets that were opened.
    pub opened: u64,
    /// Sockets open at once, at most.
    pub most_open: u64,
    /// Sockets that the server closed, by its code.
    pub closes: BTreeMap<u16, u64>,
    /// Sockets that could not be opened, by the reason.
    pub refused: BTreeMap<String, u64>,
    /// From the end of somebody's socket until they were told something again.
    pub absences: Latencies,
    /// From sending a decision to its answer.
    pub acks: Latencies,
    /// From sending a decision until the last viewer was told of it.
    pub spreads: Latencies,
    /// Returns that were told only what was missed.
    pub resumed: u64,
    /// Returns that were told the whole.
    pub whole: u64,
}

impl Tally {
    /// A socket is open, until the value is dropped.
    pub(super) fn socket(&self) -> OpenSocket {
        self.0.opened.fetch_add(1, Ordering::Relaxed);
        let open = self.0.open.fetch_add(1, Ordering::Relaxed) + 1;
        self.0.most_open.fetch_max(open, Ordering::Relaxed);
        OpenSocket(self.clone())
    }

    /// Somebody who came back was told what they missed, or the whole.
    pub(super) fn returned(&self, whole: bool) {
        let count = if whole {
            &self.0.whole
        } else {
            &self.0.resumed
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// A socket could not be opened.
    pub(super) fn refused(&self, reason: String) {
        *lock(&self.0.refused).entry(reason).or_default() += 1;
    }

    /// Somebody is told something again, after so long without a socket.
    pub(super) fn back(&self, after: Duration) {
        lock(&self.0.absences).note(after);
    }

    /// Forgets the times so far: those of people who are still coming.
    pub fn forget_times(&self) {
        lock(&self.0.acks).clear();
        lock(&self.0.spreads).clear();
    }

    /// Bytes that came so far.
    pub fn bytes(&self) -> u64 {
        self.0.bytes.load(Ordering::Relaxed)
    }

    /// Sockets that are open now.
    pub fn open(&self) -> u64 {
        self.0.open.load(Ordering::Relaxed)
    }

    /// What was counted so far.
    pub fn counted(&self) -> Counted {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Counted {
            bytes: self.bytes(),
            opened: of(&self.0.opened),
            most_open: of(&self.0.most_open),
            closes: lock(&self.0.closes).clone(),
            refused: lock(&self.0.refused).clone(),
            absences: lock(&self.0.absences).clone(),
            acks: lock(&self.0.acks).clone(),
            spreads: lock(&self.0.spreads).clone(),
            resumed: of(&self.0.resumed),
            whole: of(&self.0.whole),
        }
    }
}

/// A socket that is open.
#[derive(Debug)]
pub(super) struct OpenSocket(Tally);

impl OpenSocket {
    /// A message came.
    pub fn came(&self, bytes: usize) {
        self.0.0.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// The server closed it.
    pub fn closed(&self, code: u16) {
        *lock(&self.0.0.closes).entry(code).or_default() += 1;
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Decisions of one room on their way to everybody in it.
#[derive(Debug)]
pub(super) struct Flights {
    tally: Tally,
    flights: Mutex<HashMap<u32, Flight>>,
}

#[derive(Debug, Default)]
struct Flight {
    sent: Option<Instant>,
    last_heard: Option<Instant>,
}

impl Flights {
    pub fn new(tally: Tally) -> Self {
        let flights = Mutex::default();
        Self { tally, flights }
    }

    /// A decision was acknowledged.
    pub fn acked(&self, version: u32, sent: Instant, heard: Instant) {
        lock(&self.tally.0.acks).note(heard - sent);
        lock(&self.flights).entry(version).or_default().sent = Some(sent);
    }

    /// A viewer was told of a version as news.
    pub fn heard(&self, version: u32, heard: Instant) {
        let mut flights = lock(&self.flights);
        let last = &mut flights.entry(version).or_default().last_heard;
        *last = Some(last.map_or(heard, |last| last.max(heard)));
        self.land(&mut flights, version.saturating_sub(LATE));
    }

    fn land(&self, flights: &mut HashMap<u32, Flight>, before: u32) {
        let mut spreads = lock(&self.tally.0.spreads);
        for (_, flight) in flights.extract_if(|version, _| *version < before) {
            if let (Some(sent), Some(last_heard)) = (flight.sent, flight.last_heard) {
                spreads.note(last_heard - sent);
            }
        }
    }
}

/// Nobody is told anything any more.
impl Drop for Flights {
    fn drop(&mut self) {
        self.land(&mut lock(&self.flights), u32::MAX);
    }
}
