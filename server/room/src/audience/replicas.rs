//! The replicas of a room on other servers, and the spectators that they serve.

use std::collections::BTreeMap;

use super::people::{Attendee, People};
use crate::step::{ConnectionId, Moments};

/// The connected replicas of a room, with the spectators that they have reported.
#[derive(Clone, Debug, Default)]
pub(super) struct Followers {
    pub by_connection: BTreeMap<ConnectionId, Following>,
    /// The state of the clocks that was last sent to the replicas.
    pub moments: Moments,
}

/// The spectators of one replica.
#[derive(Clone, Debug, Default)]
pub(super) struct Following {
    pub count: u32,
    /// The first of these spectators.
    pub named: Vec<Attendee>,
}

impl Followers {
    /// Returns the number of spectators at all replicas.
    pub fn watching(&self) -> u32 {
        let counts = self.by_connection.values().map(|one| one.count);
        counts.fold(0, u32::saturating_add)
    }

    /// Returns the spectators at replicas that are known by name.
    pub fn named(&self) -> impl Iterator<Item = &Attendee> {
        self.by_connection.values().flat_map(|one| &one.named)
    }

    /// Removes a replica whose connection has closed. Returns whether the connection was that of a
    /// replica.
    pub fn forget(&mut self, connection: ConnectionId) -> bool {
        self.by_connection.remove(&connection).is_some()
    }
}

/// Returns the people who are connected here, and those that replicas have reported.
pub(super) fn known<'a>(
    people: &'a People,
    followers: &'a Followers,
) -> impl Iterator<Item = &'a Attendee> {
    let elsewhere = followers.named();
    people
        .iter()
        .chain(elsewhere.filter(|one| !people.has(one.person.player)))
}
