//! The state of the storage: whether writes succeed now. Changes of the state are logged.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use tokio::time::Instant;

use crate::{
    limits,
    log::NotStored,
    process::{LogThrottle, lock},
};

/// The state of the storage; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct StorageHealth(Arc<HealthState>);

#[derive(Debug, Default)]
struct HealthState {
    is_lost: AtomicBool,
    /// Whether another process has replaced this one, so that it stores nothing any more.
    is_over: AtomicBool,
    /// The time of the last successful write.
    proven: Mutex<Option<Instant>>,
    /// The number of writes that failed since the failure was logged.
    refused: AtomicUsize,
    /// Whether the failure was logged, so that its end is logged as well.
    complained: AtomicBool,
    said: LogThrottle,
    replaced: LogThrottle,
}

impl StorageHealth {
    /// Returns whether the last write failed.
    pub fn is_lost(&self) -> bool {
        self.0.is_lost.load(Ordering::Relaxed)
    }

    /// Returns whether writes are expected to succeed.
    pub fn is_able(&self) -> bool {
        !self.is_lost() && !self.0.is_over.load(Ordering::Relaxed)
    }

    /// Notes that another process has replaced this one, which stores nothing any more.
    pub fn end(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
        if self.0.replaced.may_speak() {
            tracing::error!(
                "another Senda has begun to use this database by the same name: this one stores nothing any more; see \
                 that only one runs by each name (--node), and start that one again"
            );
        }
    }

    /// Returns whether a write succeeded so recently that no probe is needed.
    pub fn is_proven(&self) -> bool {
        let proven = *lock(&self.0.proven);
        proven.is_some_and(|at| at.elapsed() < limits::PROVEN) && self.is_able()
    }

    /// Notes the result of a write. A write that fails by its own fault proves nothing about the
    /// others.
    pub fn note(&self, answer: &Result<(), NotStored>, is_probe: bool) {
        match answer {
            Ok(()) => self.worked(),
            Err(reason @ NotStored::Unable(_)) => {
                if !is_probe {
                    self.0.refused.fetch_add(1, Ordering::Relaxed);
                }
                self.failed(reason);
            }
            Err(_) => {}
        }
    }

    /// Notes a write that failed because of the database.
    fn failed(&self, reason: &NotStored) {
        self.0.is_lost.store(true, Ordering::Relaxed);
        if self.0.said.may_speak() {
            self.0.complained.store(true, Ordering::Relaxed);
            tracing::error!(
                %reason,
                "the rooms that need it stop, and go on by themselves as soon as it can be"
            );
        }
    }

    /// Notes a write that was committed.
    fn worked(&self) {
        self.0.is_lost.store(false, Ordering::Relaxed);
        *lock(&self.0.proven) = Some(Instant::now());
        let refused = self.0.refused.swap(0, Ordering::Relaxed);
        if self.0.complained.swap(false, Ordering::Relaxed) {
            tracing::info!(refused, "storing works again");
        }
    }
}
