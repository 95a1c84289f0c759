//! The hashes that are stored in place of secrets.

use sha2::{Digest, Sha256};

use crate::statement::Parameter;

macro_rules! hash {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Eq, PartialEq)]
        pub struct $name(String);

        impl $name {
            /// Returns the hash of a secret.
            pub fn of(secret: &[u8]) -> Self {
                Self(hex::encode(Sha256::digest(secret)))
            }

            /// Returns the hash in the form in which it is stored.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<$name> for Parameter {
            fn from(hash: $name) -> Self {
                Self::Text(hash.0)
            }
        }
    };
}

hash! {
    /// The SHA-256 of a session token in hexadecimal, the form in which it is stored. It identifies
    /// a device.
    TokenHash
}
hash! {
    /// The SHA-256 of a code that a person types in hexadecimal, the form in which it is stored: a
    /// device code, a recovery code, or the code for opening rooms.
    CodeHash
}
hash! {
    /// The SHA-256 of a passkey challenge in hexadecimal, the form in which it is stored.
    ChallengeHash
}
