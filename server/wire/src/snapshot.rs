//! A value as it was told, with what it takes to see quickly what differs in a later one.

use std::fmt;

use serde::Serialize;

use crate::{
    pack::Packed,
    page::Page,
    part::{DEPTH, Part},
    value::Value,
};

/// Bytes by which a value grows in one step, and parts.
const GROWTH: (usize, usize) = (256, 16);

/// A value, packed, of which a patch can make a later one.
#[derive(Clone, Default)]
pub struct Snapshot {
    packed: Packed,
    /// Its parts, each followed by its own, as deep as they are noted.
    parts: Vec<Part>,
}

impl Snapshot {
    /// The value.
    ///
    /// # Panics
    /// It can't be written as JSON, or is larger than 4 GiB.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self::default().next(value, 0)
    }

    /// The value, of which this one was a former version. `same` has a bit for each of its fields, from the lowest: those
    /// whose bit is set are as they were, and are taken over without being written again.
    ///
    /// # Panics
    /// As [`Self::of`].
    #[must_use]
    pub fn next<T: Serialize + ?Sized>(&self, value: &T, same: u64) -> Self {
        let mut page = Page::new(self.packed.0.len() + GROWTH.0);
        page.parts.reserve_exact(self.parts.len() + GROWTH.1);
        if same > 0 {
            page.former = self.value().children();
            page.same = same;
        }
        page.write(value, DEPTH);
        Self {
            packed: Packed(page.text),
            parts: page.parts,
        }
    }

    pub(crate) fn value(&self) -> Value<'_> {
        Value {
            text: &self.packed.0,
            parts: &self.parts,
        }
    }

    /// As it is told.
    pub fn packed(&self) -> &Packed {
        &self.packed
    }
}

/// The same value.
impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        self.packed == other.packed
    }
}

/// Only what may stand in a log line: a view may have hands in it.
impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Snapshot({} bytes)", self.packed.0.len())
    }
}
