//! What a program from outside proves by that it may play on a seat.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// 256 random bits, as 64 digits of lower-case hexadecimal: whoever has them plays on the seat that a host has given them.
///
/// The host draws it, so that it needs to be told to nobody but the program. It is stored nowhere: a log has the
/// [`PlayerId`](crate::PlayerId) that is worked out from it.
#[derive(Clone, Eq, PartialEq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct SeatToken([u8; Self::BYTES]);

impl SeatToken {
    /// Bytes of one.
    const BYTES: usize = 32;

    /// The one of that text; `None` if it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut bytes = [0; Self::BYTES];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        // One token has one spelling.
        (hex::encode(bytes) == text).then_some(Self(bytes))
    }

    pub(crate) fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }
}

/// Whoever reads a line of the server's log must not get a seat by it.
impl fmt::Debug for SeatToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatToken(..)")
    }
}

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
    fn it_has_one_spelling_and_is_never_shown() {
        let text = "0123456789abcdef".repeat(4);
        let token = SeatToken::parse(&text).unwrap();
        assert_eq!(format!("{token:?}"), "SeatToken(..)");
        assert_eq!(serde_json::to_value(&token).unwrap(), text);
        for other in [&text[2..], &text.to_uppercase(), "", "x"] {
            assert_eq!(SeatToken::parse(other), None, "{other}");
        }
    }
}
