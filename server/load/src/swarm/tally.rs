//! The counts and times of a run, all taken by the same clock.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use crate::{latency::Latencies, ledger::lock};

/// The number of versions after which no viewer is expected to receive an earlier version as a
/// step.
const LATE: u32 = 8;

/// The counters of a run. A clone shares them.
#[derive(Clone, Debug, Default)]
pub struct Tally(Arc<Mutex<Counted>>);

/// The counts and times of a run.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// The number of bytes in the messages received.
    pub bytes: u64,
    /// The number of sockets that were opened.
    pub opened: u64,
    /// The number of sockets that are open.
    pub open: u64,
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
        let mut counted = lock(&self.0);
        counted.opened += 1;
        counted.open += 1;
        counted.most_open = counted.most_open.max(counted.open);
        OpenSocket(self.clone())
    }

    /// Counts a return that received what was missed, or the whole view.
    pub(super) fn returned(&self, whole: bool) {
        let mut counted = lock(&self.0);
        counted.resumed += u64::from(!whole);
        counted.whole += u64::from(whole);
    }

    /// Counts a socket that could not be opened.
    pub(super) fn refused(&self, reason: String) {
        *lock(&self.0).refused.entry(reason).or_default() += 1;
    }

    /// Records that a person receives messages again, after that time without a socket.
    pub(super) fn back(&self, after: Duration) {
        lock(&self.0).absences.note(after);
    }

    /// Discards the times recorded so far, which people who were still arriving have distorted.
    pub fn forget_times(&self) {
        let mut counted = lock(&self.0);
        counted.acks.clear();
        counted.spreads.clear();
    }

    /// Returns the number of bytes received so far.
    pub fn bytes(&self) -> u64 {
        lock(&self.0).bytes
    }

    /// Returns the number of sockets that are open now.
    pub fn open(&self) -> u64 {
        lock(&self.0).open
    }

    /// Returns a copy of the counts and times so far.
    pub fn counted(&self) -> Counted {
        lock(&self.0).clone()
    }
}

/// A guard that counts a socket as open.
#[derive(Debug)]
pub(super) struct OpenSocket(Tally);

impl OpenSocket {
    /// Counts a message of that length.
    pub fn came(&self, bytes: usize) {
        lock(&self.0.0).bytes += bytes as u64;
    }

    /// Counts a close by the server with that code.
    pub fn closed(&self, code: u16) {
        *lock(&self.0.0).closes.entry(code).or_default() += 1;
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        lock(&self.0.0).open -= 1;
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
        lock(&self.tally.0).acks.note(heard - sent);
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
        let mut counted = lock(&self.tally.0);
        for (_, flight) in flights.extract_if(|version, _| *version < before) {
            if let (Some(sent), Some(last_heard)) = (flight.sent, flight.last_heard) {
                counted.spreads.note(last_heard - sent);
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
