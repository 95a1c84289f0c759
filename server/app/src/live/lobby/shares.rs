//! The shares of each person and each network in the list of public rooms.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use senda_room::PlayerId;
use serde::{Deserialize, Serialize};

use crate::{limits, net::rate::Source};

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
    people: BTreeMap<u64, usize>,
    networks: BTreeMap<u64, usize>,
}

impl Shares {
    /// Counts one more entry. Returns `false` without counting it if its person or its network has
    /// used up their share.
    pub fn take(&mut self, by: ListedBy) -> bool {
        let count = |counts: &BTreeMap<u64, usize>, key: Option<u64>| {
            key.and_then(|key| counts.get(&key).copied()).unwrap_or(0)
        };
        let fits = count(&self.people, by.person) < limits::LISTED_EACH_PERSON
            && count(&self.networks, by.network) < limits::LISTED_EACH_NETWORK;
        if fits {
            let counts = [
                (&mut self.people, by.person),
                (&mut self.networks, by.network),
            ];
            for (counts, key) in counts {
                if let Some(key) = key {
                    *counts.entry(key).or_default() += 1;
                }
            }
        }
        fits
    }
}
