//! Packed JSON as it is written, piece by piece.

use std::fmt;

use serde::Serialize;

use crate::{
    part::{DEPTH, Part},
    shapes::{NO_KEYS, Reader, UNKNOWN},
    value::{Children, Value},
    word::{Error, Word},
};

/// What a list begins with, where an object has the number of its shape.
pub(crate) const LIST: i64 = 0;
/// What a map begins with, whose keys and values follow in turn.
pub(crate) const MAP: i64 = -1;

/// Whether a key names a variant where no others come before: what it holds is a word of the program, told with the shape.
fn is_tag(key: &str) -> bool {
    matches!(key, "type" | "game" | "code" | "how")
}

/// What is written.
pub(crate) struct Page<'a> {
    pub text: String,
    /// The parts of it that are noted.
    pub parts: Vec<Part>,
    /// The fields of a former version of the value.
    pub former: Option<Children<'a>>,
    /// Those of them that are taken over: a bit for each that comes, from the lowest.
    pub same: u64,
    shapes: Reader,
}

impl<'a> Page<'a> {
    /// An empty one with room for a text of that length.
    pub fn new(length: usize) -> Self {
        Self {
            text: String::with_capacity(length),
            parts: Vec::new(),
            former: None,
            same: 0,
            shapes: Reader::new(),
        }
    }

    /// Writes a value, and notes its parts down to that depth.
    ///
    /// # Panics
    /// It can't be written as JSON.
    pub fn write<T: Serialize + ?Sized>(&mut self, value: &T, depth: u8) {
        let writer = Writer { page: self, depth };
        value
            .serialize(writer)
            .expect("what can be written as JSON");
    }

    /// Ends what was begun with so many brackets.
    fn end(&mut self, brackets: u8) {
        for _ in 0..brackets {
            self.text.push(']');
        }
    }

    /// The field of the former version that is taken over for the next one.
    fn taken_over(&mut self) -> Option<Value<'a>> {
        let is_same = self.same & 1 == 1;
        self.same >>= 1;
        let former = self.former.as_mut()?.next();
        former.filter(|_| is_same)
    }
}

/// Writes one value.
pub(crate) struct Writer<'a, 'b> {
    page: &'a mut Page<'b>,
    /// Down to which depth its parts are noted; 0 for none.
    depth: u8,
}

impl<'a, 'b> Writer<'a, 'b> {
    /// Where it is written. What is in something else follows at least the bracket with which that begins.
    pub fn next(self) -> &'a mut String {
        let text = &mut self.page.text;
        if !text.is_empty() {
            text.push(',');
        }
        text
    }

    /// Something that holds others, begun; where the number belongs with which it begins.
    fn begin(&mut self) -> usize {
        let text = &mut self.page.text;
        if !text.is_empty() {
            text.push(',');
        }
        text.push('[');
        text.len()
    }

    pub fn open(mut self, number: i64) -> Open<'a, 'b> {
        self.begin();
        signed(number, &mut self.page.text);
        Open {
            writer: self,
            ends: 1,
        }
    }

    /// The map with one key, the name of a variant, begun; what it holds is to be begun. Its parts are not noted: they are
    /// those of something in it.
    pub fn open_variant(mut self, variant: &str) -> Self {
        self.begin();
        let text = &mut self.page.text;
        signed(MAP, text);
        text.push(',');
        string(variant, text);
        self.depth = 0;
        self
    }

    /// The map with one key, the name of a variant, and that value.
    pub fn variant<T: Serialize + ?Sized>(self, variant: &str, value: &T) -> Result<(), Error> {
        let mut map = self.open_variant(variant);
        map.part(value)?;
        map.page.text.push(']');
        Ok(())
    }

    pub fn object(mut self, length: usize, ends: u8) -> Object<'a, 'b> {
        Object {
            begin: self.begin(),
            writer: self,
            ends,
            length,
            keys: NO_KEYS,
            shape: UNKNOWN,
            has_fields: false,
        }
    }

    /// Something that the value holds.
    pub fn part<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        if self.depth == 0 {
            let page = &mut *self.page;
            return value.serialize(Writer { page, depth: 0 });
        }
        let part = self.begin_part();
        if self.depth != DEPTH || !self.takes_over() {
            let (page, depth) = (&mut *self.page, self.depth - 1);
            value.serialize(Writer { page, depth })?;
        }
        self.end_part(part);
        Ok(())
    }

    /// Notes a part; its place among those, and where it begins.
    fn begin_part(&mut self) -> (usize, usize) {
        let page = &mut *self.page;
        page.parts.push(Part::default());
        (page.parts.len(), page.text.len() + 1)
    }

    /// Takes the next part over from the former version, if it is the same there; whether it is.
    fn takes_over(&mut self) -> bool {
        let page = &mut *self.page;
        let Some(former) = page.taken_over() else {
            return false;
        };
        page.text.push(',');
        page.text.push_str(former.text);
        page.parts.extend_from_slice(former.parts);
        true
    }

    fn end_part(&mut self, (place, from): (usize, usize)) {
        let page = &mut *self.page;
        page.parts[place - 1] = Part {
            length: small(page.text.len() - from),
            parts: small(page.parts.len() - place),
        };
    }
}

fn small(size: usize) -> u32 {
    u32::try_from(size).expect("less than 4 GiB")
}

/// A list or a map, begun.
pub(crate) struct Open<'a, 'b> {
    pub writer: Writer<'a, 'b>,
    /// How many brackets end it.
    pub ends: u8,
}

impl Open<'_, '_> {
    pub fn end(self) {
        self.writer.page.end(self.ends);
    }
}

/// An object, begun.
pub(crate) struct Object<'a, 'b> {
    writer: Writer<'a, 'b>,
    /// How many brackets end it.
    ends: u8,
    /// Where the number of its shape belongs.
    begin: usize,
    /// How many keys it will have.
    length: usize,
    /// The keys so far.
    keys: u32,
    /// The shape that it will probably have, whose number is written.
    shape: u32,
    /// Whether there are other keys than those that are told with the shape.
    has_fields: bool,
}

impl Object<'_, '_> {
    pub fn field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        if !self.has_fields && is_tag(key) {
            let (shapes, keys) = (&mut self.writer.page.shapes, self.keys);
            let word = Word(|word: &str| shapes.with(keys, key, Some(word)));
            if let Ok(keys) = value.serialize(word) {
                self.keys = keys;
                return Ok(());
            }
        }
        self.key(key);
        self.writer.part(value)
    }

    /// Has that key, whose value comes.
    fn key(&mut self, key: &'static str) {
        let page = &mut *self.writer.page;
        self.keys = page.shapes.with(self.keys, key, None);
        if self.has_fields {
            return;
        }
        self.has_fields = true;
        self.shape = page.shapes.likely(self.keys, self.length);
        if self.shape != UNKNOWN {
            unsigned(self.shape.into(), &mut page.text);
        }
    }

    pub fn end(self) {
        let page = self.writer.page;
        let shape = page.shapes.shape(self.keys);
        if shape != self.shape {
            // The first of its kind, or one that has begun like another.
            let rest = page.text.split_off(self.begin);
            unsigned(shape.into(), &mut page.text);
            let guess = rest.bytes().take_while(u8::is_ascii_digit).count();
            page.text.push_str(&rest[guess..]);
        }
        page.end(self.ends);
    }
}

/// Whether a text stands in JSON as it is.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\')
}

/// Writes a number. Most have one digit, or two.
#[inline]
pub(crate) fn unsigned(number: u64, out: &mut String) {
    match u8::try_from(number) {
        Ok(number @ 0..10) => out.push(char::from(b'0' + number)),
        Ok(number @ 10..100) => {
            out.push(char::from(b'0' + number / 10));
            out.push(char::from(b'0' + number % 10));
        }
        _ => out.push_str(itoa::Buffer::new().format(number)),
    }
}

/// Writes a number.
#[inline]
pub(crate) fn signed(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    unsigned(number.unsigned_abs(), out);
}

/// Writes a text.
pub(crate) fn string(text: &str, out: &mut String) {
    if is_plain(text) {
        out.reserve(text.len() + 2);
        out.push('"');
        copy(text, out);
        out.push('"');
    } else {
        out.push_str(&serde_json::to_string(text).expect("a text"));
    }
}

/// Bytes of a text of which each is quicker written by itself than all are copied: a square, a mark.
const SHORT: usize = 4;

fn copy(text: &str, out: &mut String) {
    if text.len() <= SHORT && text.is_ascii() {
        text.bytes().for_each(|byte| out.push(char::from(byte)));
    } else {
        out.push_str(text);
    }
}

/// Where a value is written as it shows itself.
pub(crate) struct Shown<'a>(pub &'a mut String);

impl fmt::Write for Shown<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        copy(text, self.0);
        Ok(())
    }

    fn write_char(&mut self, character: char) -> fmt::Result {
        self.0.push(character);
        Ok(())
    }
}
