//! The recording of events while a table changes.

use super::{Event, table::Table};
use crate::Chance;

/// A recorder of events. It may discard them.
pub(super) trait Log {
    /// Records an event. An implementation that discards events does not construct it.
    fn add(&mut self, event: impl FnOnce() -> Event);
}

impl Log for Vec<Event> {
    fn add(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

/// A log that discards all events.
pub(super) struct Unwritten;

impl Log for Unwritten {
    fn add(&mut self, _: impl FnOnce() -> Event) {}
}

/// A table that is being changed, with its source of chance and the log of the events since the
/// decision.
pub(super) struct Play<'a, L> {
    pub(super) table: &'a mut Table,
    pub(super) chance: &'a mut dyn Chance,
    pub(super) log: &'a mut L,
}
