//! The names of people: validation, normalization and display.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};
use unicode_properties::{GeneralCategory, UnicodeEmoji, UnicodeGeneralCategory};

use super::{
    BadText, Likeness,
    text::{Bounded, is_blank, is_mark},
};
use crate::limits::{NAME_CHARACTERS, NAME_MARKS};

/// The name of a person: 1 to [`NAME_CHARACTERS`] visible characters, composed (NFC), with at most
/// [`NAME_MARKS`] combining marks on each of them.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
#[serde(transparent)]
pub struct Name(Bounded<NAME_CHARACTERS>);

impl Name {
    /// The name that replaces the name of each person whose data is deleted. Clients and
    /// notifications show it in the reader's language.
    pub const FORGOTTEN: &str = "Someone";

    /// Returns the name of a person whose data is deleted.
    ///
    /// # Panics
    /// Never panics: the constant is a valid name.
    pub fn forgotten() -> Self {
        Self::new(Self::FORGOTTEN).expect("a name")
    }

    /// Normalizes and validates a name.
    ///
    /// # Errors
    /// Returns [`BadText`] if the name is empty, too long or contains characters that can't be
    /// seen.
    pub fn new(text: &str) -> Result<Self, BadText> {
        let composed: String = text.nfc().collect();
        let name = Bounded::new(&composed)?;
        if visible(name.as_str()).count() < name.as_str().chars().count() {
            return Err(BadText);
        }
        Ok(Self(name))
    }

    /// Reads a stored name. Characters that were valid when the name was chosen, but are not any
    /// more, are removed.
    ///
    /// # Errors
    /// Returns [`BadText`] if the name was never valid.
    pub fn stored(text: &str) -> Result<Self, BadText> {
        let composed: String = text.nfc().collect();
        let seen: String = visible(&composed).collect();
        Self::new(&seen).or_else(|_| Bounded::new(text).map(Self))
    }

    /// Deserializes and validates a name that a client has sent.
    pub(super) fn chosen<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }

    /// Returns the form of the name that is compared with other names.
    pub fn likeness(&self) -> Likeness {
        Likeness::of(self.0.as_str())
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str())
    }
}

/// Reads a stored name, including a name that was valid only under older rules.
impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::stored(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

/// A name as it is shown to everyone in a room: "Anna", or "Anna (2)" if the name of another person
/// resembles it.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct ShownName {
    /// The name without the number.
    pub name: Name,
    /// The number that distinguishes the person from all others whose names resemble this one. The
    /// number 1 is not shown.
    pub number: u32,
}

impl fmt::Display for ShownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)?;
        if self.number > 1 {
            write!(f, " ({})", self.number)?;
        }
        Ok(())
    }
}

impl Serialize for ShownName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.number > 1 {
            serializer.collect_str(self)
        } else {
            self.name.serialize(serializer)
        }
    }
}

/// Parses the name as it is shown. The result is only good for showing it again.
impl<'de> Deserialize<'de> for ShownName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let shown = String::deserialize(deserializer)?;
        let numbered = shown.strip_suffix(')').and_then(|rest| {
            let (name, number) = rest.rsplit_once(" (")?;
            let number = number.parse().ok().filter(|number| *number > 1)?;
            let name = Name::stored(name).ok()?;
            Some(Self { name, number }).filter(|read| read.to_string() == shown)
        });
        let whole = || Name::stored(&shown).map(|name| Self { name, number: 1 });
        numbered.map_or_else(whole, Ok).map_err(de::Error::custom)
    }
}

senda_rules::in_json_schema!(Name, "Name", {
    "type": "string",
    "minLength": 1,
    "maxLength": NAME_CHARACTERS,
    "description": "The name of a person: visible characters, composed (NFC).",
});
senda_rules::in_json_schema!(ShownName, "ShownName", {
    "type": "string",
    "minLength": 1,
    "description": "A name as everyone in a room sees it: `Anna`, or `Anna (2)` if another person's name resembles it.",
});

/// Returns the characters of a text that are valid in a name at their position.
fn visible(text: &str) -> impl Iterator<Item = char> {
    let mut marks = 0;
    let mut before = None;
    // The number of tags that still belong to a flag. They are valid only as a complete sequence
    // after their black flag.
    let mut tags = 0;
    let mut rest = text.chars().peekable();
    std::iter::from_fn(move || {
        loop {
            let c = rest.next()?;
            if c == BLACK_FLAG {
                tags = tags_at(rest.clone());
            }
            let stays = match c {
                TAG_FIRST..=TAG_LAST if tags > 0 => {
                    tags -= 1;
                    true
                }
                '\u{fe0e}' | '\u{fe0f}' => before.is_some_and(|base: char| {
                    // This character turns a digit into a keycap; without the keycap mark it would
                    // be invisible.
                    base.is_emoji_char() && (!base.is_ascii() || rest.peek() == Some(&'\u{20e3}'))
                }),
                '\u{200c}' | '\u{200d}' => {
                    let after = rest.peek().copied();
                    before.is_some_and(|before| joins(c, before, after))
                }
                c if is_mark(c) => {
                    marks += 1;
                    marks <= NAME_MARKS && before.is_some_and(|base| base != ' ') && !is_blank(c)
                }
                c => !is_blank(c) && is_shown(c),
            };
            if !is_mark(c) {
                marks = 0;
            }
            if stays {
                before = Some(c);
                return Some(c);
            }
        }
    })
}

/// Returns whether fonts can draw the character.
fn is_shown(c: char) -> bool {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, Surrogate, Unassigned,
    };
    // This saves the table look-up for most names of a long log.
    if c.is_ascii() {
        return !c.is_ascii_control();
    }
    !matches!(
        c.general_category(),
        Control | Format | LineSeparator | ParagraphSeparator | PrivateUse | Surrogate | Unassigned
    )
}

/// The emoji that begins the flag of a part of a country, and the range of the tags that follow it.
const BLACK_FLAG: char = '\u{1f3f4}';
const TAG_FIRST: char = '\u{e0020}';
const TAG_LAST: char = '\u{e007f}';
/// The codes of England, Scotland and Wales, each with the tag that ends it. They are the only
/// flags made of tags that Unicode recommends for general interchange. Tags in any other order show
/// nothing.
const TAGGED_FLAGS: [&str; 3] = ["gbeng\u{7f}", "gbsct\u{7f}", "gbwls\u{7f}"];
const FLAG_TAGS: usize = 6;

/// Returns the number of tags that form a flag with the black flag before them, or 0 if they form
/// none.
fn tags_at(rest: impl Iterator<Item = char>) -> usize {
    let tag = |c: char| char::from_u32(u32::from(c).checked_sub(0xe_0000)?);
    let tags: String = rest.take(FLAG_TAGS).map_while(tag).collect();
    if TAGGED_FLAGS.contains(&tags.as_str()) {
        FLAG_TAGS
    } else {
        0
    }
}

/// Returns whether a joiner has an effect at its position. It has one in emoji that consist of
/// several others, and in scripts whose letters are connected, from Arabic to Mongolian. After a
/// virama the joiner of an Indic script creates a distinct form, such as the chillu letters of
/// Malayalam, and may end the word.
fn joins(joiner: char, before: char, after: Option<char>) -> bool {
    const ZERO_WIDTH_JOINER: char = '\u{200d}';
    let is_emoji = |c: char| !c.is_ascii() && (c.is_emoji_char() || c == '\u{fe0f}');
    let is_joined = |c: char| matches!(c, '\u{600}'..='\u{109f}' | '\u{1780}'..='\u{18af}' | '\u{a840}'..='\u{abff}');
    let is_virama = matches!(before, '\u{900}'..='\u{dff}')
        && canonical_combining_class(before) == VIRAMA_CLASS;
    if joiner == ZERO_WIDTH_JOINER && is_virama {
        return true;
    }
    after.is_some_and(|after| {
        joiner == ZERO_WIDTH_JOINER && is_emoji(before) && is_emoji(after)
            || is_joined(before) && is_joined(after)
    })
}

/// The combining class that Unicode assigns only to viramas.
const VIRAMA_CLASS: u8 = 9;
