//! The switch that keeps games and rooms from being started before the server stops.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// The switch, which is off at first; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Drain(Arc<AtomicBool>);

impl Drain {
    /// Returns whether no new room and no new game is started. Running games go on.
    pub fn is_on(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets whether rooms and games may not be started.
    pub fn set(&self, is_on: bool) {
        self.0.store(is_on, Ordering::Relaxed);
    }
}
