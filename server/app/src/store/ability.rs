//! Whether anything can be stored just now, and who is told.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use tokio::time::Instant;

use super::NotStored;
use crate::{limits, telemetry::Seldom};

/// Whether the last attempt to store anything succeeded; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Ability(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    is_lost: AtomicBool,
    /// When something was stored last.
    proven: Mutex<Option<Instant>>,
}

/// The writer's side: what it finds out.
#[derive(Debug)]
pub(super) struct Findings {
    ability: Ability,
    said: Seldom,
    /// Writes that were refused since it was said that nothing can be stored.
    refused: usize,
    /// Whether that it fails has been said, so that its end is worth a word.
    complained: bool,
}

impl Ability {
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

impl Findings {
    pub fn new(ability: Ability) -> Self {
        Self {
            ability,
            said: Seldom::new(),
            refused: 0,
            complained: false,
        }
    }

    pub fn is_lost(&self) -> bool {
        self.ability.is_lost()
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
        self.ability.0.is_lost.store(true, Ordering::Relaxed);
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
        self.ability.0.is_lost.store(false, Ordering::Relaxed);
        *self.ability.proven() = Some(Instant::now());
        let refused = std::mem::take(&mut self.refused);
        if std::mem::take(&mut self.complained) {
            tracing::info!(refused, "storing works again");
        }
    }
}
