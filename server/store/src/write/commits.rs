//! The results of commits, and their figures.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use crate::{log::NotStored, process::lock};

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

/// A counter of [`CommitFigures`]; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures(Arc<Mutex<CommitFigures>>);

impl Figures {
    /// Returns the figures up to now.
    pub fn now(&self) -> CommitFigures {
        *lock(&self.0)
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
        let mut figures = lock(&self.0);
        figures.transactions += u64::from(*transactions);
        figures.writes += writes as u64;
        figures.time += *took;
        figures.longest = figures.longest.max(*took);
    }
}
