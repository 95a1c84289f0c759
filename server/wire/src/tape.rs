//! A value as a flat list, in the order in which it is written: what can be packed, and compared with another.

use std::fmt;

use serde::Serialize;

use crate::{
    node::Node,
    shapes::{Reader, known_shapes},
    write::Writer,
};

/// A value of any type, flat.
#[derive(Clone, Default)]
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
        Self::default().next(value)
    }

    /// The value, flat, of which this one was a former version: it takes about as much room.
    ///
    /// # Panics
    /// As [`Self::of`].
    #[must_use]
    pub fn next<T: Serialize + ?Sized>(&self, value: &T) -> Self {
        // A move adds some tens of nodes.
        let mut tape = Self {
            nodes: Vec::with_capacity(self.nodes.len() + 32),
            texts: String::with_capacity(self.texts.len() + 32),
            shapes: 0,
        };
        let mut shapes = Reader::new();
        let writer = Writer::new(&mut tape.nodes, &mut tape.texts, &mut shapes);
        value
            .serialize(writer)
            .expect("what can be written as JSON");
        tape.shapes = known_shapes();
        tape
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

/// Only what may stand in a log line: a view may have hands in it.
impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tape({} nodes)", self.nodes.len())
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
