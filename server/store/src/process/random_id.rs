//! Ids that are drawn at random, as they are in links that must not be guessed.

/// The number of random bytes in an id: 80 bits, too many to guess one over a network.
pub(crate) const BYTES: usize = 10;

/// Declares the type of an id that is drawn at random, and the error for texts that are no such id.
macro_rules! random_id {
    ($(#[$doc:meta])* $name:ident, $error:ident, $title:literal, $description:literal) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
        pub struct $name([u8; crate::process::random_id::BYTES]);

        senda_rules::in_json_schema!($name, $title, {
            "type": "string",
            "pattern": "^[0-9a-f]{20}$",
            "description": $description,
        });

        /// The text is not such an id.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub struct $error;

        impl $name {
            /// Draws a new, unpredictable id.
            pub fn draw() -> Self {
                Self(crate::process::random::bytes())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $error;

            /// Parses the only form of an id: with lowercase digits.
            fn from_str(text: &str) -> Result<Self, $error> {
                let mut id = [0; crate::process::random_id::BYTES];
                hex::decode_to_slice(text, &mut id).map_err(|_| $error)?;
                if text.bytes().any(|digit| digit.is_ascii_uppercase()) {
                    return Err($error);
                }
                Ok(Self(id))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}
pub(crate) use random_id;
