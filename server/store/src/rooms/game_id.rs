//! The id of a finished game, as in the link to its replay.

use std::{fmt, str::FromStr};

use crate::process::random;

/// The number of random bytes in an id: 80 bits, too many to guess one over a network.
const BYTES: usize = 10;

/// The id of a finished game. Every client that knows it can see the game's replay. The id of its
/// room can't be computed from it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct GameId([u8; BYTES]);

senda_rules::in_json_schema!(GameId, "GameId", {
    "type": "string",
    "pattern": "^[0-9a-f]{20}$",
    "description": "The id of a finished game, as in the link to its replay.",
});

/// The text is not the id of a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NotAGame;

impl GameId {
    /// Draws a new, unpredictable id.
    pub fn draw() -> Self {
        Self(random::bytes())
    }
}

impl FromStr for GameId {
    type Err = NotAGame;

    /// Parses the only form of an id: with lowercase digits.
    fn from_str(text: &str) -> Result<Self, NotAGame> {
        let mut id = [0; BYTES];
        hex::decode_to_slice(text, &mut id).map_err(|_| NotAGame)?;
        if text.bytes().any(|digit| digit.is_ascii_uppercase()) {
            return Err(NotAGame);
        }
        Ok(Self(id))
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl serde::Serialize for GameId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_round_trips_through_its_text() {
        for _ in 0..100 {
            let id = GameId::draw();
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn rejects_texts_that_are_not_ids() {
        for text in [
            "",
            "0123456789abcdef012",
            "0123456789abcdef01234",
            "0123456789abcdefghij",
            "0123456789ABCDEF0123",
            "k7m2p9qx4t",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(NotAGame), "{text}");
        }
    }
}
