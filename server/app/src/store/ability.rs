//! Whether anything can be stored just now, and who is told.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::NotStored;
use crate::telemetry::Seldom;

/// Whether the last attempt to store anything succeeded; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Ability(Arc<AtomicBool>);

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
        self.0.load(Ordering::Relaxed)
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

    /// So many writes were refused, not through their own fault.
    pub fn failed(&mut self, reason: &NotStored, writes: usize) {
        self.ability.0.store(true, Ordering::Relaxed);
        self.refused += writes;
        if self.said.may_speak() {
            self.complained = true;
            tracing::error!(
                %reason,
                "the rooms that need it stop, and go on by themselves when the disk does"
            );
        }
    }

    /// A transaction was committed.
    pub fn worked(&mut self) {
        self.ability.0.store(false, Ordering::Relaxed);
        let refused = std::mem::take(&mut self.refused);
        if std::mem::take(&mut self.complained) {
            tracing::info!(refused, "storing works again");
        }
    }
}
