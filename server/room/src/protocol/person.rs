//! The name of a person in one room, for commands and views.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Who a person is to the others of one room: 24 digits of lower-case hexadecimal.
///
/// The same on every visit and after a restart, never another's, and another one in each room. It is
/// worked out from who they are and which room it is, so nothing is stored, and nobody learns from it
/// who they are.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
pub struct PersonId([u8; Self::BYTES]);

impl PersonId {
    /// Bytes of one: so many that no two are ever equal, and that they can't be tried out.
    const BYTES: usize = 12;

    /// The one that begins a digest.
    pub(crate) fn of(digest: [u8; 32]) -> Self {
        let (bytes, _) = digest.split_first_chunk().expect("a digest is longer");
        Self(*bytes)
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl Serialize for PersonId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut digits = [0; 2 * Self::BYTES];
        hex::encode_to_slice(self.0, &mut digits).expect("two digits for each byte");
        serializer.serialize_str(std::str::from_utf8(&digits).expect("digits"))
    }
}

impl<'de> Deserialize<'de> for PersonId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut bytes = [0; Self::BYTES];
        // One person has one spelling.
        if hex::decode_to_slice(&text, &mut bytes).is_err() || hex::encode(bytes) != text {
            return Err(de::Error::custom(
                "expected 24 digits of lower-case hexadecimal",
            ));
        }
        Ok(Self(bytes))
    }
}
