//! Whether anything can be stored just now, and who is told.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use tokio::time::Instant;

use super::log::NotStored;
use crate::{limits, telemetry::LogThrottle};

/// Whether the last attempt to store anything succeeded; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct StorageHealth(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    is_lost: AtomicBool,
    /// When something was stored last.
    proven: Mutex<Option<Instant>>,
}

/// The writer's side: what it finds out.
#[derive(Debug)]
pub(super) struct HealthReporter {
    health: StorageHealth,
    said: LogThrottle,
    /// Writes that were refused since it was said that nothing can be stored.
    refused: usize,
    /// Whether that it fails has been said, so that its end is worth a word.
    complained: bool,
}

impl StorageHealth {
    /// Whether the database failed the last time.
    pub fn is_lost(&self) -> bool {
        self.0.is_lost.load(Ordering::Relaxed)
    }

    /// Whether something was stored so lately that nobody need try.
    pub fn is_proven(&self) -> bool {
        let proven = self
            .proven()
            .is_some_and(|at| at.elapsed() < limits::PROVEN);
        proven && !self.is_lost()
    }

    fn proven(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.proven.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HealthReporter {
    pub fn new(health: StorageHealth) -> Self {
        Self {
            health,
            said: LogThrottle::new(),
            refused: 0,
            complained: false,
        }
    }

    pub fn is_lost(&self) -> bool {
        self.health.is_lost()
    }

    /// What came of a write. One that can't be by itself says nothing of the others.
    pub fn note(&mut self, answer: &Result<(), NotStored>, is_trial: bool) {
        match answer {
            Ok(()) => self.worked(),
            Err(reason @ NotStored::Unable(_)) => {
                self.refused += usize::from(!is_trial);
                self.failed(reason);
            }
            Err(_) => {}
        }
    }

    /// A write was refused, not through its own fault.
    fn failed(&mut self, reason: &NotStored) {
        self.health.0.is_lost.store(true, Ordering::Relaxed);
        if self.said.may_speak() {
            self.complained = true;
            tracing::error!(
                %reason,
                "the rooms that need it stop, and go on by themselves when the disk does"
            );
        }
    }

    /// A write was committed.
    fn worked(&mut self) {
        self.health.0.is_lost.store(false, Ordering::Relaxed);
        *self.health.proven() = Some(Instant::now());
        let refused = std::mem::take(&mut self.refused);
        if std::mem::take(&mut self.complained) {
            tracing::info!(refused, "storing works again");
        }
    }
}
