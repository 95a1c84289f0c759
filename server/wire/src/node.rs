//! One step of a value that is written flat.

/// Bytes of a text that need no place of their own: most texts in a view are squares, colours and words.
pub(crate) const INLINE: usize = 14;

/// One step of a value. What is in a list, map or object follows it; `size` says how many nodes that is in all.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    /// A short text: its length, and its bytes.
    Inline(u8, [u8; INLINE]),
    /// A longer one: where it is, and its length.
    Text {
        at: u32,
        length: u32,
    },
    /// JSON that is packed already.
    Packed {
        at: u32,
        length: u32,
    },
    List {
        size: u32,
    },
    /// Keys and values in turn.
    Map {
        size: u32,
    },
    Object {
        shape: u32,
        size: u32,
        /// How many keys come first that are names of variants, which are told with the shape.
        tags: u8,
    },
}

impl Node {
    /// A short text; `None` for one that is too long.
    pub fn inline(text: &str) -> Option<Self> {
        let mut bytes = [0; INLINE];
        bytes
            .get_mut(..text.len())?
            .copy_from_slice(text.as_bytes());
        let length = u8::try_from(text.len()).expect("at most INLINE");
        Some(Self::Inline(length, bytes))
    }
}
