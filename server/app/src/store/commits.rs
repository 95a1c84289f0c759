//! What was committed, and how long that took.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::log::NotStored;

/// What came of writes that were to be committed together.
pub(super) struct Committed {
    /// Of each, in their order.
    pub answers: Vec<Result<(), NotStored>>,
    /// Transactions that were committed.
    pub transactions: u32,
    /// How long all of it took, the disk included.
    pub took: Duration,
}

/// What was committed since the start.
#[derive(Copy, Clone, Debug, Default)]
pub struct CommitFigures {
    /// Transactions, each with one fsync.
    pub transactions: u64,
    /// Writes in them: records mostly.
    pub writes: u64,
    /// How long they took together, the disk included.
    pub time: Duration,
    /// How long the longest of them took.
    pub longest: Duration,
}

impl CommitFigures {
    /// How long a transaction took in the mean; nothing if there was none.
    pub fn mean(&self) -> Duration {
        let transactions = u32::try_from(self.transactions).unwrap_or(u32::MAX);
        self.time.checked_div(transactions).unwrap_or_default()
    }
}

/// The same while it is counted; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Figures(Arc<Mutex<CommitFigures>>);

impl Figures {
    /// As far as it has been counted.
    pub fn now(&self) -> CommitFigures {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, CommitFigures> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts what was committed together.
    pub fn add(&self, committed: &Committed) {
        let Committed {
            answers,
            transactions,
            took,
        } = committed;
        let writes = answers.iter().filter(|answer| answer.is_ok()).count();
        tracing::debug!(writes, transactions, ?took, "committed");
        let mut figures = self.lock();
        figures.transactions += u64::from(*transactions);
        figures.writes += writes as u64;
        figures.time += *took;
        figures.longest = figures.longest.max(*took);
    }
}
