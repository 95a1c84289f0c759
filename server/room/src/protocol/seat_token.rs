//! The token that authorizes an external bot to play on a seat.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The secret of a seat for an external bot: 256 random bits, written as 64 digits of lower-case
/// hexadecimal. Any program that presents it plays on the seat that the host has assigned to it.
///
/// The host's client generates it, so that the host has to share it with the program only. The
/// server does not store it: the log contains only the [`PlayerId`](crate::PlayerId) that is
/// derived from it.
#[derive(Clone, Eq, PartialEq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct SeatToken([u8; Self::BYTES]);

impl SeatToken {
    /// The length of a token in bytes.
    const BYTES: usize = 32;

    /// Parses a token. Returns `None` if the text is not a token.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; Self::BYTES];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        // Each token has only one spelling.
        (hex::encode(bytes) == text).then_some(Self(bytes))
    }

    pub(crate) fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }
}

// Hides the token, so that reading the server's log does not give access to a seat.
senda_rules::hidden_in_debug!(SeatToken);

senda_rules::in_json_schema!(SeatToken, "SeatToken", {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "The secret of a seat for an external bot, which the host's client draws at random.",
});

impl Serialize for SeatToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&hex::encode(self.0))
    }
}

impl<'de> Deserialize<'de> for SeatToken {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let expected = || de::Error::custom("expected 64 digits of lower-case hexadecimal");
        Self::parse(&text).ok_or_else(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_one_spelling_and_hides_itself_in_debug_output() {
        let text = "0123456789abcdef".repeat(4);
        let token = SeatToken::parse(&text).unwrap();
        assert_eq!(format!("{token:?}"), "SeatToken(..)");
        assert_eq!(serde_json::to_value(&token).unwrap(), text);
        for other in [&text[2..], &text.to_uppercase(), "", "x"] {
            assert_eq!(SeatToken::parse(other), None, "{other}");
        }
    }
}
