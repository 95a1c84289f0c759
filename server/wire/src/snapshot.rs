//! A packed value with an index of its parts, which makes the difference to a later value quick to
//! find.

use std::fmt;

use serde::Serialize;

use crate::{
    pack::Packed,
    page::Page,
    part::{DEPTH, Part},
    value::Value,
};

/// The extra capacity for the next version of a value: the bytes, and the parts.
const GROWTH: (usize, usize) = (256, 16);

/// A packed value that a patch can turn into a later one.
#[derive(Clone, Default)]
pub struct Snapshot {
    packed: Packed,
    /// The parts of the value down to the recorded depth, each followed by its own parts.
    parts: Vec<Part>,
}

impl Snapshot {
    /// Packs the value and indexes its parts.
    ///
    /// # Panics
    /// Panics if the value can't be written as JSON, or is larger than 4 GiB.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self::default().next(value, 0)
    }

    /// Packs the next version of this value. `same` has one bit for each of its fields, the first
    /// field in the lowest bit. A field whose bit is set is unchanged: its text is copied from this
    /// snapshot and not serialized again.
    ///
    /// # Panics
    /// Panics for the same reasons as [`Self::of`].
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

    /// Returns the packed value as it is sent.
    pub fn packed(&self) -> &Packed {
        &self.packed
    }
}

/// Two snapshots are equal if their packed values are.
impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        self.packed == other.packed
    }
}

/// Prints the length only, since a view may contain hands and must not reach the log.
impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Snapshot({} bytes)", self.packed.0.len())
    }
}
