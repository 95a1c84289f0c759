//! Packed JSON: a tape as the bytes that are sent.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{
    node::{INLINE, Node},
    tape::Tape,
    write::PACKED,
};

/// JSON that is packed already: a part of several messages, written once. Outside of a packed message it is a text.
#[derive(Clone, Default, Eq, PartialEq)]
pub struct Packed(pub String);

impl Packed {
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

/// The value as packed JSON, and how many shapes one must know to read it.
///
/// # Panics
/// It can't be written as JSON.
pub fn pack<T: Serialize + ?Sized>(value: &T) -> (String, u32) {
    let tape = Tape::of(value);
    (tape.packed(), tape.shapes)
}

impl Tape {
    /// The value as packed JSON.
    pub fn packed(&self) -> String {
        // Most nodes are short numbers and words.
        let mut out = String::with_capacity(64 + self.nodes.len() * 4 + self.texts.len());
        value_at(self, 0, &mut out);
        out
    }
}

/// Writes what begins there.
pub(crate) fn value_at(tape: &Tape, at: usize, out: &mut String) {
    match tape.nodes[at] {
        Node::Null => out.push_str("null"),
        Node::Bool(true) => out.push_str("true"),
        Node::Bool(false) => out.push_str("false"),
        Node::Unsigned(number) => integer(number, out),
        Node::Signed(number) => integer(number, out),
        Node::Float(number) => {
            out.push_str(&serde_json::to_string(&number).expect("a number"));
        }
        Node::Inline(length, bytes) => {
            // In one piece, as most texts are short.
            let length = usize::from(length);
            let mut quoted = [b'"'; INLINE + 2];
            quoted[1..=length].copy_from_slice(&bytes[..length]);
            let quoted = std::str::from_utf8(&quoted[..length + 2]).expect("a whole text");
            if is_plain(&bytes[..length]) {
                out.push_str(quoted);
            } else {
                string(&quoted[1..=length], out);
            }
        }
        Node::Text { at, length } => string(tape.text(at, length), out),
        Node::Packed { at, length } => out.push_str(tape.text(at, length)),
        Node::List { size } => {
            out.push_str("[0");
            items(tape, at + 1, size, out);
        }
        Node::Map { size } => {
            out.push_str("[-1");
            items(tape, at + 1, size, out);
        }
        Node::Object { shape, size, .. } => {
            out.push('[');
            integer(shape, out);
            items(tape, at + 1, size, out);
        }
    }
}

fn items(tape: &Tape, mut at: usize, size: u32, out: &mut String) {
    let end = at + size as usize;
    while at < end {
        out.push(',');
        value_at(tape, at, out);
        at = tape.after(at);
    }
    out.push(']');
}

pub(crate) fn integer(number: impl itoa::Integer, out: &mut String) {
    out.push_str(itoa::Buffer::new().format(number));
}

/// Whether a text stands in JSON as it is.
fn is_plain(text: &[u8]) -> bool {
    text.iter()
        .all(|&byte| byte >= b' ' && byte != b'"' && byte != b'\\')
}

fn string(text: &str, out: &mut String) {
    if is_plain(text.as_bytes()) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&serde_json::to_string(text).expect("a text"));
    }
}
