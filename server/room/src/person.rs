//! Who somebody is to the server. The others of a room only see a `PersonId`.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::protocol::{BotKind, Name, SeatToken};

/// Who a person is, on every device that has their cookie. Never told to others.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub Uuid);

/// In the order of the bytes, as one number: a step looks up everybody in a room many times.
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
    /// Whoever has that token, on the one seat that it is for: SHA-256("senda-seat-1", the token), cut off. Of the token
    /// nothing can be learned from it.
    pub fn of_token(token: &SeatToken) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"senda-seat-1");
        hash.update(token.bytes());
        let digest: [u8; 32] = hash.finalize().into();
        let id = std::array::from_fn(|at| digest[at]);
        Self(uuid::Builder::from_custom_bytes(id).into_uuid())
    }
}

/// Someone and the name they go by, as they chose it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Person {
    pub player: PlayerId,
    pub name: Name,
    /// Which program it is, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotKind>,
}

impl Person {
    /// Somebody in front of a browser.
    pub fn human(player: PlayerId, name: Name) -> Self {
        let bot = None;
        Self { player, name, bot }
    }

    /// Whether it is a program.
    pub fn is_bot(&self) -> bool {
        self.bot.is_some()
    }

    /// Whether it is a program that connects from outside.
    pub fn is_outside(&self) -> bool {
        self.bot == Some(BotKind::Outside)
    }
}
