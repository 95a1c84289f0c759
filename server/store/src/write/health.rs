//! Whether anything can be stored just now, and who is told.

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

/// Whether the last attempt to store anything succeeded; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct StorageHealth(Arc<HealthState>);

#[derive(Debug, Default)]
struct HealthState {
    is_lost: AtomicBool,
    /// Whether nothing is ever stored again by this process.
    is_over: AtomicBool,
    /// When something was stored last.
    proven: Mutex<Option<Instant>>,
    /// Writes that were refused since it was said that nothing can be stored.
    refused: AtomicUsize,
    /// Whether that it fails has been said, so that its end is worth a word.
    complained: AtomicBool,
    said: LogThrottle,
    replaced: LogThrottle,
}

impl StorageHealth {
    /// Whether the database failed the last time.
    pub fn is_lost(&self) -> bool {
        self.0.is_lost.load(Ordering::Relaxed)
    }

    /// Whether anything can be stored as far as is known.
    pub fn is_able(&self) -> bool {
        !self.is_lost() && !self.0.is_over.load(Ordering::Relaxed)
    }

    /// Another process has taken the place of this one, which stores nothing any more.
    pub fn end(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
        if self.0.replaced.may_speak() {
            tracing::error!(
                "another Senda has begun to use this database by the same name: this one stores nothing any more; see \
                 that only one runs by each name (--node), and start that one again"
            );
        }
    }

    /// Whether something was stored so lately that nobody need try.
    pub fn is_proven(&self) -> bool {
        let proven = *lock(&self.0.proven);
        proven.is_some_and(|at| at.elapsed() < limits::PROVEN) && self.is_able()
    }

    /// What came of a write. One that can't be by itself says nothing of the others.
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

    /// A write was refused, not through its own fault.
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

    /// A write was committed.
    fn worked(&self) {
        self.0.is_lost.store(false, Ordering::Relaxed);
        *lock(&self.0.proven) = Some(Instant::now());
        let refused = self.0.refused.swap(0, Ordering::Relaxed);
        if self.0.complained.swap(false, Ordering::Relaxed) {
            tracing::info!(refused, "storing works again");
        }
    }
}
