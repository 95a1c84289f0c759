//! Randomness that players can verify.
//!
//! The server draws a [`Secret`] and publishes its [`Commitment`] before the players send their
//! contributions (a [`Nonce`] each). The seed of a game is derived from all of them. The `n`-th
//! shuffle sorts its items by HMAC-SHA256(seed, n, item), so that anyone who learns the secret
//! afterwards can reproduce each shuffle.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use sha2::{Digest, Sha256};

/// A source of random order. The rules request their randomness from it and never draw their own.
pub trait Chance {
    /// Puts the items, which must all be different, in an unpredictable order.
    fn shuffle(&mut self, items: &mut [u32]);

    /// Returns one of the numbers 0 to `count - 1`.
    ///
    /// # Panics
    /// Panics if `count` is 0.
    fn pick(&mut self, count: u32) -> u32 {
        let mut numbers: Vec<u32> = (0..count).collect();
        self.shuffle(&mut numbers);
        numbers[0]
    }
}

/// The random value that the server draws for a game and keeps secret until the end.
#[derive(Copy, Clone, Eq, PartialEq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct Secret(pub [u8; 32]);

/// The SHA-256 of a [`Secret`], published before the game.
#[derive(Copy, Clone, Eq, PartialEq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct Commitment(pub [u8; 32]);

/// The random value that a player's device contributes to the seed.
#[derive(Copy, Clone, Eq, PartialEq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(type = "string"))]
pub struct Nonce(pub [u8; 16]);

impl Secret {
    /// Returns the commitment to the secret, which can be published before the game.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }
}

crate::hidden_in_debug!(Secret, Seed);

/// The generator of one game's shuffles. Its state is the number of shuffles so far, which the log
/// carries.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Shuffler {
    seed: Seed,
    shuffles: u32,
}

#[derive(Clone, Eq, PartialEq)]
struct Seed([u8; 32]);

impl Shuffler {
    /// Returns the generator of a game after its first `shuffles` shuffles. `nonces` has one entry
    /// per seat.
    ///
    /// seed = SHA-256("senda-shuffle-1", secret, then for each seat its nonce's length as a byte
    /// and the nonce).
    pub fn new(secret: &Secret, nonces: &[Option<Nonce>], shuffles: u32) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"senda-shuffle-1");
        hash.update(secret.0);
        for nonce in nonces {
            match nonce {
                Some(Nonce(bytes)) => {
                    hash.update([16]);
                    hash.update(bytes);
                }
                None => hash.update([0]),
            }
        }
        Self {
            seed: Seed(hash.finalize().into()),
            shuffles,
        }
    }

    /// Returns the number of shuffles so far.
    pub fn shuffles(&self) -> u32 {
        self.shuffles
    }
}

impl Chance for Shuffler {
    fn shuffle(&mut self, items: &mut [u32]) {
        let number = self.shuffles.to_be_bytes();
        self.shuffles += 1;
        items.sort_by_cached_key(|item| -> [u8; 32] {
            let mut mac = Hmac::<Sha256>::new_from_slice(&self.seed.0).expect("any key length");
            mac.update(&number);
            mac.update(&item.to_be_bytes());
            mac.finalize().into_bytes().into()
        });
    }
}

/// Implements serialization of a fixed number of bytes as lower-case hexadecimal.
macro_rules! hexadecimal {
    ($name:ident, $bytes:literal) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut digits = [0; 2 * $bytes];
                hex::encode_to_slice(self.0, &mut digits).expect("two digits for each byte");
                serializer.serialize_str(std::str::from_utf8(&digits).expect("digits"))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let mut bytes = [0; $bytes];
                hex::decode_to_slice(&text, &mut bytes).map_err(|_| {
                    de::Error::custom(concat!("expected hexadecimal of ", $bytes, " bytes"))
                })?;
                Ok(Self(bytes))
            }
        }
    };
}

hexadecimal!(Secret, 32);
hexadecimal!(Commitment, 32);
hexadecimal!(Nonce, 16);
crate::in_json_schema!(Secret, "Secret", {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "The random value that the server draws for a game and keeps secret until the end.",
});
crate::in_json_schema!(Commitment, "Commitment", {
    "type": "string",
    "pattern": "^[0-9a-f]{64}$",
    "description": "The SHA-256 of the secret, published before the game.",
});
crate::in_json_schema!(Nonce, "Nonce", {
    "type": "string",
    "pattern": "^[0-9a-fA-F]{32}$",
    "description": "The random value that a player's device contributes to the seed.",
});

/// Implements `Debug` as hexadecimal, so that nonces and commitments are readable in log lines.
/// [`Secret`] does not use it.
macro_rules! shown {
    ($name:ident) => {
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), hex::encode(self.0))
            }
        }
    };
}

shown!(Commitment);
shown!(Nonce);
