//! The results of commits, and their figures.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use crate::{
    log::NotStored,
    process::{Histogram, ITEMS, Observed, TIMES, lock},
};

/// The result of committing some writes together.
pub(crate) struct CommitResult {
    /// The result of each write, in their order.
    pub answers: Vec<Result<(), NotStored>>,
    /// The number of committed transactions.
    pub transactions: u32,
    /// The total time, including the disk's.
    pub took: Duration,
}

/// The figures of the commits since the start.
#[derive(Copy, Clone, Debug, Default)]
pub struct CommitFigures {
    /// The number of transactions, each with one fsync.
    pub transactions: u64,
    /// The number of committed writes, most of them records.
    pub writes: u64,
    /// The total time of all transactions, including the disk's.
    pub time: Duration,
    /// The time of the longest commit.
    pub longest: Duration,
}

impl CommitFigures {
    /// Returns the mean time of a transaction; zero if there was none.
    pub fn mean(&self) -> Duration {
        let transactions = u32::try_from(self.transactions).unwrap_or(u32::MAX);
        self.time.checked_div(transactions).unwrap_or_default()
    }
}

/// The distributions of the commits since the start.
#[derive(Clone, Debug)]
pub struct Commits {
    /// The time of a commit in microseconds, including the disk's.
    pub times: Observed,
    /// The number of writes that were committed together.
    pub writes: Observed,
}

/// A counter of [`CommitFigures`] and [`Commits`]; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures(Arc<Recorded>);

#[derive(Debug)]
struct Recorded {
    sums: Mutex<CommitFigures>,
    times: Histogram,
    writes: Histogram,
}

impl Default for Recorded {
    fn default() -> Self {
        Self {
            sums: Mutex::default(),
            times: Histogram::new(TIMES),
            writes: Histogram::new(ITEMS),
        }
    }
}

impl Figures {
    /// Returns the figures up to now.
    pub fn now(&self) -> CommitFigures {
        *lock(&self.0.sums)
    }

    /// Returns the distributions up to now.
    pub fn commits(&self) -> Commits {
        Commits {
            times: self.0.times.observed(),
            writes: self.0.writes.observed(),
        }
    }

    /// Adds a commit to the figures.
    pub fn add(&self, result: &CommitResult) {
        let CommitResult {
            answers,
            transactions,
            took,
        } = result;
        let writes = answers.iter().filter(|answer| answer.is_ok()).count();
        tracing::debug!(writes, transactions, ?took, "committed");
        self.0.times.record_time(*took);
        self.0.writes.record(writes as u64);
        let mut figures = lock(&self.0.sums);
        figures.transactions += u64::from(*transactions);
        figures.writes += writes as u64;
        figures.time += *took;
        figures.longest = figures.longest.max(*took);
    }
}
