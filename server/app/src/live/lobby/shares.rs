//! The shares of each person and each network in the list of public rooms.

use std::hash::{DefaultHasher, Hash, Hasher};

use senda_room::PlayerId;
use serde::{Deserialize, Serialize};

use crate::{limits, net::rate::Source, process::counts::Counts};

/// The owners of an entry, since each person and each network may have only a few entries in the
/// list. The hashes of one build are the same on all servers, and reveal nothing else to other
/// servers.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct ListedBy {
    person: Option<u64>,
    network: Option<u64>,
}

impl ListedBy {
    /// Returns the owners of a room that `creator` has created and that was opened here from the
    /// network `opener`, or by an alarm without one.
    pub fn new(creator: PlayerId, opener: Option<Source>) -> Self {
        let hashed = |hash: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            hash(&mut hasher);
            hasher.finish()
        };
        // All addresses of an IPv6 site may belong to the same person.
        let network = opener.map(|source| match source.site() {
            Some(site) => hashed(&|hasher| site.hash(hasher)),
            None => hashed(&|hasher| source.hash(hasher)),
        });
        Self {
            person: Some(hashed(&|hasher| creator.hash(hasher))),
            network,
        }
    }
}

/// Counts the entries of each person and each network.
#[derive(Debug, Default)]
pub(super) struct Shares {
    people: Counts<u64>,
    networks: Counts<u64>,
}

impl Shares {
    /// Counts one more entry. Returns `false` without counting it if its person or its network has
    /// used up their share.
    pub fn take(&mut self, by: ListedBy) -> bool {
        let count = |counts: &Counts<u64>, key: Option<u64>| key.map_or(0, |key| counts.of(&key));
        let fits = count(&self.people, by.person) < limits::LISTED_EACH_PERSON
            && count(&self.networks, by.network) < limits::LISTED_EACH_NETWORK;
        if fits {
            by.person.into_iter().for_each(|key| self.people.add(key));
            by.network
                .into_iter()
                .for_each(|key| self.networks.add(key));
        }
        fits
    }
}
