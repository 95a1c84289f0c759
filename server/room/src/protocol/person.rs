//! The id of a person within one room, for commands and views.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The id of a person within one room: 24 digits of lower-case hexadecimal.
///
/// It stays the same on every visit and after a restart. It is unique within the room, and the same
/// person has another one in each room. The server derives it from the person's identity and the
/// room. So it stores nothing, and the id does not reveal the identity.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct PersonId([u8; Self::BYTES]);

impl PersonId {
    /// The length of an id in bytes. It is long enough that two ids never collide in practice and
    /// that identities can't be found by trial.
    const BYTES: usize = 12;

    /// Returns the id made of the first bytes of a digest.
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

senda_rules::in_json_schema!(PersonId, "PersonId", {
    "type": "string",
    "pattern": "^[0-9a-f]{24}$",
    "description": "The id of a person within one room. It stays the same on every visit.",
});

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
        // Each id has only one spelling.
        if hex::decode_to_slice(&text, &mut bytes).is_err() || hex::encode(bytes) != text {
            return Err(de::Error::custom(
                "expected 24 digits of lower-case hexadecimal",
            ));
        }
        Ok(Self(bytes))
    }
}
