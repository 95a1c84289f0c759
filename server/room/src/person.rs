//! The server-side identity of people. The other people in a room only see a `PersonId`.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::protocol::{BotKind, Name, SeatToken};

/// The secret id of a person, the same on every device that has their cookie. The server never
/// sends it to other people.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

/// Compares the ids as one 128-bit number, in byte order. This is fast, because one step compares
/// the ids of all people in a room many times.
impl Ord for PlayerId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.as_u128().cmp(&other.0.as_u128())
    }
}

impl PartialOrd for PlayerId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PlayerId {
    /// Derives the id of an outside program from its token, for the one seat that the token is for:
    /// SHA-256("senda-seat-1", token), truncated. The id reveals nothing of the token.
    pub fn of_token(token: &SeatToken) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"senda-seat-1");
        hash.update(token.bytes());
        let digest: [u8; 32] = hash.finalize().into();
        let id = std::array::from_fn(|at| digest[at]);
        Self(uuid::Builder::from_custom_bytes(id).into_uuid())
    }
}

/// A person, with the name that they chose.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Person {
    pub player: PlayerId,
    pub name: Name,
    /// The kind of the program; `None` for a human.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotKind>,
    /// The person whose device a guest plays on; `None` for everyone else. A guest has no device,
    /// no credentials, and no record outside the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest_of: Option<PlayerId>,
}

impl Person {
    /// Returns a human who uses a browser.
    pub fn human(player: PlayerId, name: Name) -> Self {
        Self {
            player,
            name,
            bot: None,
            guest_of: None,
        }
    }

    /// Returns a guest, who plays on the device of `host`.
    pub fn guest(player: PlayerId, name: Name, host: PlayerId) -> Self {
        let guest_of = Some(host);
        Self {
            guest_of,
            ..Self::human(player, name)
        }
    }

    /// Returns the player whose connections this person plays on: for a guest, the owner of the
    /// device.
    pub fn connects_as(&self) -> PlayerId {
        self.guest_of.unwrap_or(self.player)
    }

    /// Returns whether this person exists outside the room too: neither a program nor a guest.
    pub fn has_record(&self) -> bool {
        self.bot.is_none() && self.guest_of.is_none()
    }

    /// Returns whether this is a program.
    pub fn is_bot(&self) -> bool {
        self.bot.is_some()
    }

    /// Returns whether this is a program that connects from outside.
    pub fn is_outside(&self) -> bool {
        self.bot == Some(BotKind::Outside)
    }
}
