//! The buffer that packed JSON is written to, and the writers of its lists, maps and objects.

use std::fmt;

use serde::Serialize;

use crate::{
    part::{DEPTH, Part},
    shapes::{NO_KEYS, ShapeCache, UNKNOWN},
    value::{Children, Value},
    word::{Error, Word},
};

/// The first item of a packed list. A packed object has the number of its shape there.
pub(crate) const LIST: i64 = 0;
/// The first item of a packed map. Its keys and values follow in turn.
pub(crate) const MAP: i64 = -1;

/// Returns whether a field's value is the name of a variant. The code that serde derives for a
/// tagged enum passes that name as a bare `str`, which is unsized. Every field of a struct is
/// sized, also a `String` or a `&str`. So only fixed words of the program count as names of
/// variants, whatever the key is.
const fn is_tag<T: ?Sized>() -> bool {
    size_of::<&T>() > size_of::<usize>()
}

/// A packed value while it is written.
pub(crate) struct Page<'a> {
    pub text: String,
    /// The parts of the value that are recorded, each followed by its own parts.
    pub parts: Vec<Part>,
    /// The remaining fields of the former version of the value.
    pub former: Option<Children<'a>>,
    /// The fields that are copied from the former version: one bit for each remaining field, the
    /// next field in the lowest bit.
    pub same: u64,
    shapes: ShapeCache,
}

impl<'a> Page<'a> {
    /// Creates an empty page with capacity for a text of that length.
    pub fn new(length: usize) -> Self {
        Self {
            text: String::with_capacity(length),
            parts: Vec::new(),
            former: None,
            same: 0,
            shapes: ShapeCache::new(),
        }
    }

    /// Writes a value, and records its parts down to that depth.
    ///
    /// # Panics
    /// Panics if the value can't be written as JSON.
    pub fn write<T: Serialize + ?Sized>(&mut self, value: &T, depth: u8) {
        let writer = Writer { page: self, depth };
        value
            .serialize(writer)
            .expect("what can be written as JSON");
    }

    /// Closes that number of brackets.
    fn end(&mut self, brackets: u8) {
        for _ in 0..brackets {
            self.text.push(']');
        }
    }

    /// Moves on to the next field of the former version, and returns it if it is copied unchanged.
    fn taken_over(&mut self) -> Option<Value<'a>> {
        let is_same = self.same & 1 == 1;
        self.same >>= 1;
        let former = self.former.as_mut()?.next();
        former.filter(|_| is_same)
    }
}

/// The serializer of one value.
pub(crate) struct Writer<'a, 'b> {
    page: &'a mut Page<'b>,
    /// The number of levels below this value whose parts are recorded. With 0, none are recorded.
    depth: u8,
}

impl<'a, 'b> Writer<'a, 'b> {
    /// Returns the text to append a value to, after writing the comma that may be due. A value
    /// inside another one always needs a comma, since it follows at least an opening bracket.
    pub fn next(self) -> &'a mut String {
        let text = &mut self.page.text;
        if !text.is_empty() {
            text.push(',');
        }
        text
    }

    /// Opens the bracket of a list, map or object. Returns the position where its first number
    /// belongs.
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

    /// Opens a map with one key, the name of a variant. The caller then begins the value of that
    /// key. The parts of that value are not recorded, since they would belong to a value inside the
    /// map.
    pub fn open_variant(mut self, variant: &str) -> Self {
        self.begin();
        let text = &mut self.page.text;
        signed(MAP, text);
        text.push(',');
        string(variant, text);
        self.depth = 0;
        self
    }

    /// Writes a map with one key, the name of a variant, and that value.
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

    /// Writes a value that this one contains.
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

    /// Records a part whose size is not known yet. Returns its index among the parts plus one, and
    /// the position in the text where it begins.
    fn begin_part(&mut self) -> (usize, usize) {
        let page = &mut *self.page;
        page.parts.push(Part::default());
        (page.parts.len(), page.text.len() + 1)
    }

    /// Copies the next part from the former version if it is unchanged. Returns whether it was
    /// copied.
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

/// A list or a map whose bracket is open.
pub(crate) struct Open<'a, 'b> {
    pub writer: Writer<'a, 'b>,
    /// The number of brackets that close it.
    pub ends: u8,
}

impl Open<'_, '_> {
    pub fn end(self) {
        self.writer.page.end(self.ends);
    }
}

/// An object whose bracket is open.
pub(crate) struct Object<'a, 'b> {
    writer: Writer<'a, 'b>,
    /// The number of brackets that close it.
    ends: u8,
    /// The position in the text where the number of its shape belongs.
    begin: usize,
    /// The number of keys that the object will have.
    length: usize,
    /// The number of the beginning that is made of the keys so far.
    keys: u32,
    /// The shape that the object will probably have. Its number is already written.
    shape: u32,
    /// Whether the object has a key other than those sent with the shape.
    has_fields: bool,
}

impl Object<'_, '_> {
    pub fn field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        if !self.has_fields && is_tag::<T>() {
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

    /// Adds a key whose value follows.
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
            // The shape is new, or the object began like one of another shape. Replace the number
            // that was guessed.
            let rest = page.text.split_off(self.begin);
            unsigned(shape.into(), &mut page.text);
            let guess = rest.bytes().take_while(u8::is_ascii_digit).count();
            page.text.push_str(&rest[guess..]);
        }
        page.end(self.ends);
    }
}

/// Returns whether a JSON string holds the text without escapes.
pub(crate) fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\')
}

/// Writes an unsigned number. Most numbers have one or two digits, so these skip the general
/// formatter.
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

/// Writes a signed number.
#[inline]
pub(crate) fn signed(number: i64, out: &mut String) {
    if number < 0 {
        out.push('-');
    }
    unsigned(number.unsigned_abs(), out);
}

/// Writes a string as JSON, with escapes where it needs them.
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

/// The longest text in bytes for which pushing single bytes is faster than copying the whole.
/// Squares and marks are that short.
const SHORT: usize = 4;

fn copy(text: &str, out: &mut String) {
    if text.len() <= SHORT && text.is_ascii() {
        text.bytes().for_each(|byte| out.push(char::from(byte)));
    } else {
        out.push_str(text);
    }
}

/// The target that a value is written to through its [`Display`](fmt::Display).
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
