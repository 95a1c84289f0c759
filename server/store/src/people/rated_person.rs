//! The people in the table of rated games.

use senda_room::PlayerId;
use sha2::{Digest, Sha256};

use crate::statement::Parameter;

/// A person in the tables of rated games: the hash of the id of the player. The rows stay when a
/// person is forgotten, and then nothing leads from them to the person.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) struct RatedPerson(String);

impl RatedPerson {
    /// Returns the person of a stored hash.
    pub fn stored(hash: String) -> Self {
        Self(hash)
    }

    /// Returns the person of a player.
    pub fn of(player: PlayerId) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"senda-rated-1");
        hash.update(player.0.as_bytes());
        Self(hex::encode(&hash.finalize()[..16]))
    }
}

impl From<RatedPerson> for Parameter {
    fn from(person: RatedPerson) -> Self {
        Self::Text(person.0)
    }
}
