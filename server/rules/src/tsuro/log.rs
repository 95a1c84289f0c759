//! Whoever writes down what happens on a table.

use super::{Event, table::Table};
use crate::Chance;

/// Whoever writes down what happens, or doesn't.
pub(super) trait Log {
    /// Writes down what has happened.
    fn add(&mut self, event: impl FnOnce() -> Event);
}

impl Log for Vec<Event> {
    fn add(&mut self, event: impl FnOnce() -> Event) {
        self.push(event());
    }
}

/// Nobody writes anything down.
pub(super) struct Unwritten;

impl Log for Unwritten {
    fn add(&mut self, _: impl FnOnce() -> Event) {}
}

/// A table on which something happens, and what has happened on it since the decision.
pub(super) struct Play<'a, L> {
    pub(super) table: &'a mut Table,
    pub(super) chance: &'a mut dyn Chance,
    pub(super) log: &'a mut L,
}
