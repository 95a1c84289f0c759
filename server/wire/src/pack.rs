//! Packs a value: writes it as the packed JSON that is sent.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{page::Page, shapes::known_shapes, word::PACKED};

/// A value as packed JSON, written once and then embedded in several messages. When it is
/// serialized to any other format, it is a string.
#[derive(Clone, Default, Eq, PartialEq)]
pub struct Packed(pub String);

impl Packed {
    /// Packs the value by serializing it.
    ///
    /// # Panics
    /// Panics if the value can't be written as JSON.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self(pack(value).0)
    }

    /// Returns the patch that changes nothing.
    pub fn no_change() -> Self {
        Self("[]".to_owned())
    }

    /// Returns whether this value, read as a patch, changes nothing.
    pub fn is_no_change(&self) -> bool {
        self.0 == "[]"
    }
}

/// Prints the length only, since the value may be a player's hand and must not reach the log.
impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Packed({} bytes)", self.0.len())
    }
}

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(PACKED, &self.0)
    }
}

/// The length of most messages in bytes, for which the buffer is allocated.
const MESSAGE: usize = 512;

/// Packs the value. Returns the packed JSON, and the number of shapes that a receiver must know to
/// read it.
///
/// # Panics
/// Panics if the value can't be written as JSON.
pub fn pack<T: Serialize + ?Sized>(value: &T) -> (String, u32) {
    let mut page = Page::new(MESSAGE);
    page.write(value, 0);
    (page.text, known_shapes())
}
