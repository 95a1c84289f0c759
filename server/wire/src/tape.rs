//! A value as a flat list, in the order in which it is written: what can be packed, and compared with another.

use serde::Serialize;

use crate::{
    pack,
    shapes::{Reader, known_shapes},
    write::Writer,
};

/// Bytes of a text that need no place of their own: most texts in a view are squares, colours and words.
const INLINE: usize = 14;

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
        /// Whether the first key is the name of a variant, which is told with the shape.
        tagged: bool,
    },
}

/// A value of any type, flat.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    pub(crate) nodes: Vec<Node>,
    /// The texts that are not in a node, one after the other.
    pub(crate) texts: String,
    /// How many shapes one must know to read it.
    pub(crate) shapes: u32,
}

impl Tape {
    /// The value, flat.
    ///
    /// # Panics
    /// It can't be written as JSON, or is larger than 4 GiB.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        let mut tape = Self::default();
        tape.set(value);
        tape
    }

    /// The same, in the place of what it was before.
    ///
    /// # Panics
    /// As [`Self::of`].
    pub fn set<T: Serialize + ?Sized>(&mut self, value: &T) {
        self.nodes.clear();
        self.texts.clear();
        let mut shapes = Reader::new();
        let writer = Writer::new(&mut self.nodes, &mut self.texts, &mut shapes);
        value
            .serialize(writer)
            .expect("what can be written as JSON");
        self.shapes = known_shapes();
    }

    /// The value as packed JSON.
    pub fn packed(&self) -> String {
        // Most nodes are short numbers and words.
        let mut out = String::with_capacity(64 + self.nodes.len() * 4 + self.texts.len());
        pack::value_at(self, 0, &mut out);
        out
    }

    /// Gives back the memory that it does not need.
    pub fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
        self.texts.shrink_to_fit();
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.texts.capacity()
    }

    /// The node after what begins at `at`.
    pub(crate) fn after(&self, at: usize) -> usize {
        at + 1 + self.size(at)
    }

    /// How many nodes are in what begins at `at`, without the first.
    pub(crate) fn size(&self, at: usize) -> usize {
        match self.nodes[at] {
            Node::List { size } | Node::Map { size } | Node::Object { size, .. } => size as usize,
            _ => 0,
        }
    }

    pub(crate) fn text(&self, at: u32, length: u32) -> &str {
        &self.texts[at as usize..(at + length) as usize]
    }

    /// Whether what begins there is the same as what begins at `other` in another tape.
    pub(crate) fn same(&self, at: usize, tape: &Self, other: usize) -> bool {
        let size = self.size(at);
        if size != tape.size(other) {
            return false;
        }
        let mut both = self.nodes[at..=at + size]
            .iter()
            .zip(&tape.nodes[other..=other + size]);
        both.all(|(one, two)| match (*one, *two) {
            (
                Node::Text { at, length },
                Node::Text {
                    at: from,
                    length: long,
                },
            )
            | (
                Node::Packed { at, length },
                Node::Packed {
                    at: from,
                    length: long,
                },
            ) => self.text(at, length) == tape.text(from, long),
            (one, two) => one == two,
        })
    }
}

/// The same value, wherever its texts are.
impl PartialEq for Tape {
    fn eq(&self, other: &Self) -> bool {
        match (self.nodes.is_empty(), other.nodes.is_empty()) {
            (false, false) => self.same(0, other, 0),
            (one, two) => one == two,
        }
    }
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
