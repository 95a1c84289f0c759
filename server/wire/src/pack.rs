//! Packed JSON: a value as the bytes that are sent.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{page::Page, shapes::known_shapes, word::PACKED};

/// A value as packed JSON: a part of several messages, written once. Outside of a packed message it is a text.
#[derive(Clone, Default, Eq, PartialEq)]
pub struct Packed(pub String);

impl Packed {
    /// The value, packed.
    ///
    /// # Panics
    /// It can't be written as JSON.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        Self(pack(value).0)
    }

    /// A patch that changes nothing.
    pub fn no_change() -> Self {
        Self("[]".to_owned())
    }

    /// Whether, as a patch, it changes nothing.
    pub fn is_no_change(&self) -> bool {
        self.0 == "[]"
    }
}

/// Only what may stand in a log line: it may be somebody's hand.
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

/// Bytes of most messages.
const MESSAGE: usize = 512;

/// The value as packed JSON, and how many shapes one must know to read it.
///
/// # Panics
/// It can't be written as JSON.
pub fn pack<T: Serialize + ?Sized>(value: &T) -> (String, u32) {
    let mut page = Page::new(MESSAGE);
    page.write(value, 0);
    (page.text, known_shapes())
}
