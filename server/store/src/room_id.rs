//! The id of a room, as in its link.

use std::{fmt, str::FromStr};

use crate::process::random;

/// Digits and consonants that are not mistaken for each other and form no words.
const ALPHABET: &[u8; 28] = b"23456789bcdfghjkmnpqrstvwxyz";

/// The number of characters in an id: 28^10 ids are 48 bits, too many to guess one over a
/// rate-limited network.
const LENGTH: usize = 10;
/// The number of characters that are logged. The other six are 29 bits.
const SHOWN: usize = 4;

/// A room's id. Every client that knows it can join the room.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct RoomId([u8; LENGTH]);

senda_rules::in_json_schema!(RoomId, "RoomId", {
    "type": "string",
    "pattern": "^[23456789bcdfghjkmnpqrstvwxyz]{10}$",
    "description": "The id of a room, as in its link. Every client that knows it can join the room.",
});

/// The text is not a room's id.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NotARoom;

impl RoomId {
    /// Draws a new, unpredictable id.
    pub fn draw() -> Self {
        let mut id = [0; LENGTH];
        for character in &mut id {
            *character = loop {
                // 252 is the greatest multiple of 28 in a byte. With larger bytes, some characters
                // would be more likely than others.
                let [byte] = random::bytes::<1>();
                if byte < 252 {
                    break ALPHABET[usize::from(byte) % ALPHABET.len()];
                }
            };
        }
        Self(id)
    }

    /// Parses the id in a link as people pass it on: typed in capitals, or followed by the
    /// punctuation of a sentence, which a chat program has taken for a part of the link.
    pub fn from_link(text: &str) -> Option<Self> {
        let is_punctuation = |c: char| !c.is_alphanumeric();
        let id = text.trim_end_matches(is_punctuation).to_ascii_lowercase();
        id.parse().ok()
    }

    /// Returns the first characters of the id, for the log: enough to tell rooms apart, and not
    /// enough to join one.
    pub fn short(&self) -> &str {
        &self.as_str()[..SHOWN]
    }

    /// Returns the id as text.
    ///
    /// # Panics
    /// Never panics: an id is ASCII.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("ASCII")
    }
}

impl FromStr for RoomId {
    type Err = NotARoom;

    fn from_str(text: &str) -> Result<Self, NotARoom> {
        let id: [u8; LENGTH] = text.as_bytes().try_into().map_err(|_| NotARoom)?;
        if id.iter().all(|character| ALPHABET.contains(character)) {
            Ok(Self(id))
        } else {
            Err(NotARoom)
        }
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for RoomId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_round_trips_through_its_text() {
        for _ in 0..100 {
            let id = RoomId::draw();
            assert_eq!(id.as_str().parse(), Ok(id));
        }
    }

    #[test]
    fn a_link_may_have_capitals_and_punctuation() {
        let id: RoomId = "k7m2p9qx4t".parse().unwrap();
        for text in [
            "k7m2p9qx4t",
            "K7M2P9QX4T",
            "K7m2p9qx4t",
            "k7m2p9qx4t.",
            "k7m2p9qx4t),",
            "k7m2p9qx4t**",
            "k7m2p9qx4t\u{201d}\u{2026}",
            "k7m2p9qx4t\u{200b}",
        ] {
            assert_eq!(RoomId::from_link(text), Some(id), "{text}");
        }
        for text in [
            "",
            ".",
            "k7m2p9qx4",
            "k7m2p9qx4tt",
            "k7m2p9qx4t.x",
            "(k7m2p9qx4t",
            "k7m2p9qx4t\u{e9}",
        ] {
            assert_eq!(RoomId::from_link(text), None, "{text}");
        }
    }

    #[test]
    fn rejects_texts_that_are_not_ids() {
        for text in [
            "",
            "k7m2p9qx4",
            "k7m2p9qx4tt",
            "k7m2p9qx4a",
            "K7M2P9QX4T",
            "../../../x",
            "k7m2p9qx\u{e9}",
        ] {
            assert_eq!(text.parse::<RoomId>(), Err(NotARoom), "{text}");
        }
    }
}
