//! The similarity of names. It prevents one person from being mistaken for another.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::confusable_detection::skeleton;

use super::text::is_mark;

/// The visual and textual form of a name, for comparison with other names.
///
/// Two names resemble each other if they look alike or read alike. They look alike if their
/// skeletons by the Unicode security mechanisms (UTS #39, section 4) are equal, and read alike if
/// the skeletons of their lower-case forms are. Both comparisons ignore case, white space,
/// punctuation, accents, and a number in brackets at the end, because the room itself adds such
/// numbers.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Likeness {
    /// The name as it looks: a capital I is equal to a small L.
    drawn: String,
    /// The name as it reads: a capital I is equal to a small i.
    read: String,
    is_numbered: bool,
}

impl Likeness {
    pub(super) fn of(name: &str) -> Self {
        let compatible: String = name.nfkc().collect();
        let base = without_numbers(&compatible);
        let drawn: String = skeleton(base).collect();
        Self {
            drawn: plain(&drawn),
            read: plain(base),
            is_numbered: base.len() < compatible.trim_end().len(),
        }
    }

    /// Returns whether one of the names could be mistaken for the other.
    pub fn resembles(&self, other: &Self) -> bool {
        self.drawn == other.drawn || self.read == other.read
    }

    /// Returns the lowest number that a name of this likeness is shown with. A name that already
    /// ends in a number like those that the room adds gets an additional one. So "Anna (2)" without
    /// a further number always denotes the second Anna.
    pub fn least_number(&self) -> u32 {
        if self.is_numbered { 2 } else { 1 }
    }
}

/// Returns the text without any numbers in brackets at its end.
fn without_numbers(text: &str) -> &str {
    use GeneralCategory::{ClosePunctuation, OpenPunctuation};
    let mut base = text.trim_end();
    loop {
        let is_open = |c: char| c.general_category() == OpenPunctuation;
        let is_close = |c: char| c.general_category() == ClosePunctuation;
        let parts = base.strip_suffix(is_close);
        let parts = parts.and_then(|before| Some((before, before.rfind(is_open)?)));
        let Some((before, at)) = parts else {
            return base;
        };
        let mut inside = before[at..].chars();
        inside.next();
        let shorter = before[..at].trim_end();
        if shorter.is_empty() || !is_number(inside.as_str()) {
            return base;
        }
        base = shorter;
    }
}

/// Returns whether the text looks like a number. The digits 1 and 0 have the same skeletons as
/// letters.
fn is_number(text: &str) -> bool {
    let drawn: String = skeleton(text).collect();
    let is_digit = |c: char| c.is_numeric() || "lO".contains(c);
    text.chars().chain(drawn.chars()).any(char::is_numeric) && drawn.trim().chars().all(is_digit)
}

/// Returns the skeleton of the lower-case text, reduced to letters and digits if it has any.
fn plain(text: &str) -> String {
    let small = text.to_lowercase().replace('ß', "ss");
    let mut base = ' ';
    let mut drawn: Vec<char> = skeleton(&small).collect();
    drawn.retain(|&c| {
        if is_mark(c) {
            // These are the accents of Latin, Greek and Cyrillic letters. In other scripts marks
            // are vowels.
            return base >= '\u{590}' && !matches!(c, '\u{300}'..='\u{36f}');
        }
        base = c;
        !c.is_whitespace()
    });
    let is_letter = |c: &char| c.is_alphanumeric() || is_mark(*c);
    let letters: String = drawn.iter().copied().filter(is_letter).collect();
    if letters.is_empty() {
        drawn.into_iter().collect()
    } else {
        letters
    }
}
