//! What names look like, so that nobody passes for another.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::confusable_detection::skeleton;

use super::text::is_mark;

/// What a name looks like.
///
/// Two names look alike if they are drawn alike or read alike: equal in their skeletons by Unicode's security
/// mechanisms (UTS #39, section 4) or in the skeletons of their small letters, both without regard to case, spaces,
/// punctuation, accents, and a number in brackets at the end, as the room itself adds one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Likeness {
    /// As drawn: a capital I is a small L here.
    drawn: String,
    /// As read: a capital I is a small i here.
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

    /// Whether one name passes for the other.
    pub fn resembles(&self, other: &Self) -> bool {
        self.drawn == other.drawn || self.read == other.read
    }

    /// The least number that a name of this likeness is shown with. One that ends like a number that was added gets
    /// one of its own, so that "Anna (2)" is never shown by itself but for the second Anna.
    pub fn least_number(&self) -> u32 {
        if self.is_numbered { 2 } else { 1 }
    }
}

/// The text before all numbers in brackets at its end.
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

/// Whether it looks like a number: the digits one and zero are drawn like letters.
fn is_number(text: &str) -> bool {
    let drawn: String = skeleton(text).collect();
    let is_digit = |c: char| c.is_numeric() || "lO".contains(c);
    text.chars().chain(drawn.chars()).any(char::is_numeric) && drawn.trim().chars().all(is_digit)
}

/// The skeleton in small letters, of letters and digits alone if there are any.
fn plain(text: &str) -> String {
    let small = text.to_lowercase().replace('ß', "ss");
    let mut base = ' ';
    let mut drawn: Vec<char> = skeleton(&small).collect();
    drawn.retain(|&c| {
        if is_mark(c) {
            // Accents of Latin, Greek and Cyrillic letters; in other scripts marks are vowels.
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
