//! The counts and times of a run, all taken by the same clock.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{latency::Latencies, ledger::lock};

/// The number of versions after which no viewer is expected to receive an earlier version as a
/// step.
const LATE: u32 = 8;

/// The counters of a run. A clone shares them.
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

/// A copy of the counts and times of a run.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// The number of bytes in the messages received.
    pub bytes: u64,
    /// The number of sockets that were opened.
    pub opened: u64,
    /// The maximum number of sockets open at once.
    pub most_open: u64,
    /// The sockets that the server closed, by close code.
    pub closes: BTreeMap<u16, u64>,
    /// The sockets that could not be opened, by reason.
    pub refused: BTreeMap<String, u64>,
    /// The times from the end of a person's socket until their next message.
    pub absences: Latencies,
    /// The times from sending a decision to its acknowledgement.
    pub acks: Latencies,
    /// The times from sending a decision until the last viewer received it.
    pub spreads: Latencies,
    /// The number of returns that received only what was missed.
    pub resumed: u64,
    /// The number of returns that received the whole view.
    pub whole: u64,
}

impl Tally {
    /// Counts a socket as open until the returned value is dropped.
    pub(super) fn socket(&self) -> OpenSocket {
        self.0.opened.fetch_add(1, Ordering::Relaxed);
        let open = self.0.open.fetch_add(1, Ordering::Relaxed) + 1;
        self.0.most_open.fetch_max(open, Ordering::Relaxed);
        OpenSocket(self.clone())
    }

    /// Counts a return that received what was missed, or the whole view.
    pub(super) fn returned(&self, whole: bool) {
        let count = if whole {
            &self.0.whole
        } else {
            &self.0.resumed
        };
        count.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a socket that could not be opened.
    pub(super) fn refused(&self, reason: String) {
        *lock(&self.0.refused).entry(reason).or_default() += 1;
    }

    /// Records that a person receives messages again, after that time without a socket.
    pub(super) fn back(&self, after: Duration) {
        lock(&self.0.absences).note(after);
    }

    /// Discards the times recorded so far, which people who were still arriving have distorted.
    pub fn forget_times(&self) {
        lock(&self.0.acks).clear();
        lock(&self.0.spreads).clear();
    }

    /// Returns the number of bytes received so far.
    pub fn bytes(&self) -> u64 {
        self.0.bytes.load(Ordering::Relaxed)
    }

    /// Returns the number of sockets that are open now.
    pub fn open(&self) -> u64 {
        self.0.open.load(Ordering::Relaxed)
    }

    /// Returns a copy of the counts and times so far.
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

/// A guard that counts a socket as open.
#[derive(Debug)]
pub(super) struct OpenSocket(Tally);

impl OpenSocket {
    /// Counts a message of that length.
    pub fn came(&self, bytes: usize) {
        self.0.0.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Counts a close by the server with that code.
    pub fn closed(&self, code: u16) {
        *lock(&self.0.0.closes).entry(code).or_default() += 1;
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.0.0.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The decisions of one room that may still be on their way to viewers.
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

    /// Records the acknowledgement of a decision.
    pub fn acked(&self, version: u32, sent: Instant, heard: Instant) {
        lock(&self.tally.0.acks).note(heard - sent);
        lock(&self.flights).entry(version).or_default().sent = Some(sent);
    }

    /// Records that a viewer received a version as a step.
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

/// Records the remaining decisions, since no viewer of the room receives anything after this.
impl Drop for Flights {
    fn drop(&mut self) {
        self.land(&mut lock(&self.flights), u32::MAX);
    }
}
