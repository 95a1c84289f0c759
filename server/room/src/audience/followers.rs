//! Those who watch on other servers, whom followers of the room serve there.

use std::collections::BTreeMap;

use super::people::{Attendee, People};
use crate::{feed::Moments, step::ConnectionId};

/// The followers of a room, and what they have said.
#[derive(Clone, Debug, Default)]
pub(super) struct Followers {
    pub by_connection: BTreeMap<ConnectionId, Following>,
    /// How the clocks run, as they were told last.
    pub moments: Moments,
}

/// Who watches by one of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Following {
    pub count: u32,
    /// The first of them.
    pub named: Vec<Attendee>,
}

impl Followers {
    /// How many watch by them.
    pub fn watching(&self) -> u32 {
        let counts = self.by_connection.values().map(|one| one.count);
        counts.fold(0, u32::saturating_add)
    }

    /// Those of them who are known by name.
    pub fn named(&self) -> impl Iterator<Item = &Attendee> {
        self.by_connection.values().flat_map(|one| &one.named)
    }

    /// One has gone; whether it was one.
    pub fn forget(&mut self, connection: ConnectionId) -> bool {
        self.by_connection.remove(&connection).is_some()
    }
}

/// Those who are here, and those of whom a follower has told.
pub(super) fn known<'a>(
    people: &'a People,
    followers: &'a Followers,
) -> impl Iterator<Item = &'a Attendee> {
    let elsewhere = followers.named();
    people
        .iter()
        .chain(elsewhere.filter(|one| !people.has(one.person.player)))
}
