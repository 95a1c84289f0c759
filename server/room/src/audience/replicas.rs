//! The replicas of a room on other servers, and the spectators that they serve.

use std::collections::BTreeMap;

use super::people::{Attendee, People};
use crate::step::{ClockTimes, ConnectionId};

/// The connected replicas of a room, with the spectators that they have reported.
#[derive(Clone, Debug, Default)]
pub(super) struct Replicas {
    pub by_connection: BTreeMap<ConnectionId, ReplicaSpectators>,
    /// The state of the clocks that was last sent to the replicas.
    pub clock_times: ClockTimes,
}

/// The spectators of one replica.
#[derive(Clone, Debug, Default)]
pub(super) struct ReplicaSpectators {
    pub count: u32,
    /// The first of these spectators.
    pub named: Vec<Attendee>,
}

impl Replicas {
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
pub(super) fn all_attendees<'a>(
    people: &'a People,
    replicas: &'a Replicas,
) -> impl Iterator<Item = &'a Attendee> {
    let elsewhere = replicas.named();
    people
        .iter()
        .chain(elsewhere.filter(|one| !people.has(one.person.player)))
}
