//! Text from people, normalized and limited in length.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize, Serializer};
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};

/// The id of a command. The client chooses it, and the server returns it unchanged. It has 1 to
/// [`crate::limits::COMMAND_ID_BYTES`] bytes without control characters.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String")]
pub struct CommandId(String);

/// The text of a chat message, with 1 to [`crate::limits::CHAT_CHARACTERS`] printable characters.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
#[serde(transparent)]
pub struct ChatText(Bounded<{ crate::limits::CHAT_CHARACTERS }>);

/// Trimmed text of 1 to `MOST` characters. It has at least one visible character, no control
/// characters and no characters that change the direction of the text after them. Each run of white
/// space is replaced by one space.
///
/// Copies share the text, because a name is in a view, a seat, a list of connected people and more.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(super) struct Bounded<const MOST: usize>(Arc<str>);

/// The error of a text that is empty, too long or contains characters that can't be shown.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("the text is empty, too long or has characters that can't be shown")]
pub struct BadText;

impl<const MOST: usize> Bounded<MOST> {
    pub(super) fn new(text: &str) -> Result<Self, BadText> {
        let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let hidden = |c: char| {
            c.is_control()
                || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
                    | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
        };
        let nothing_to_see = folded.chars().all(|c| c == ' ' || is_blank(c));
        if nothing_to_see || folded.chars().count() > MOST || folded.chars().any(hidden) {
            return Err(BadText);
        }
        Ok(Self(folded.into()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns whether a character shows nothing by itself. These are the characters that Unicode lets
/// a font ignore (`Default_Ignorable_Code_Point`), and the empty Braille pattern. Some of them have
/// a use within words, such as joining letters.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns whether the character is drawn on the character before it and occupies no space of its
/// own.
pub(super) fn is_mark(c: char) -> bool {
    use GeneralCategory::{EnclosingMark, NonspacingMark};
    !c.is_ascii() && matches!(c.general_category(), NonspacingMark | EnclosingMark)
}

impl CommandId {
    /// Validates the text of an id.
    ///
    /// # Errors
    /// Returns [`BadText`] if the text is empty, too long or contains control characters.
    pub fn new(text: &str) -> Result<Self, BadText> {
        Self::try_from(text.to_owned())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for CommandId {
    type Error = BadText;

    fn try_from(text: String) -> Result<Self, BadText> {
        let fits = (1..=crate::limits::COMMAND_ID_BYTES).contains(&text.len());
        if !fits || text.chars().any(char::is_control) {
            return Err(BadText);
        }
        Ok(Self(text))
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

senda_rules::in_json_schema!(CommandId, "CommandId", {
    "type": "string",
    "minLength": 1,
    "maxLength": crate::limits::COMMAND_ID_BYTES,
    "description": "The id of a command, which the client chooses: at most 64 bytes without control characters.",
});
senda_rules::in_json_schema!(ChatText, "ChatText", {
    "type": "string",
    "minLength": 1,
    "maxLength": crate::limits::CHAT_CHARACTERS,
    "description": "The text of a chat message.",
});

impl<const MOST: usize> Serialize for Bounded<MOST> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de, const MOST: usize> Deserialize<'de> for Bounded<MOST> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

impl ChatText {
    /// Normalizes and validates the text of a chat message.
    ///
    /// # Errors
    /// Returns [`BadText`] if the text is empty, too long or contains characters that can't be
    /// shown.
    pub fn new(text: &str) -> Result<Self, BadText> {
        Bounded::new(text).map(Self)
    }

    pub(crate) fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str())
    }
}
