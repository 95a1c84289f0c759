//! People and their connections.

use std::collections::BTreeMap;

use super::editions::Serial;
use crate::{
    person::{Person, PlayerId},
    protocol::{Likeness, PersonId, ShownName, You},
    step::ConnectionId,
};

/// Everybody who is connected.
#[derive(Clone, Debug, Default)]
pub(super) struct People {
    /// By number, and so in the order in which they came. Boxed, since a map has room for eleven where one is.
    by_number: BTreeMap<u32, Box<Attendee>>,
    numbers: BTreeMap<PlayerId, u32>,
    connections: BTreeMap<ConnectionId, Place>,
    last_number: u32,
}

/// Where a connection leads.
#[derive(Copy, Clone, Debug)]
struct Place {
    /// The number of its person.
    person: u32,
    told: Told,
    /// Whether its page is before somebody's eyes.
    visible: bool,
}

/// What a connection was last told; all 0 for nothing.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
pub(super) struct Told {
    /// The version.
    pub version: u32,
    /// How everybody was told that the room is.
    pub public: Serial,
    /// What it was told besides.
    pub own: Serial,
}

/// Someone who is connected.
#[derive(Clone, Debug)]
pub(crate) struct Attendee {
    /// Who they are to the others.
    pub id: PersonId,
    pub person: Person,
    /// What their name looks like.
    pub likeness: Likeness,
    /// The number that it is shown with.
    pub number: u32,
    /// The oldest first.
    pub connections: Vec<ConnectionId>,
    /// What was last said to them about themselves.
    pub you: Option<You>,
}

impl Attendee {
    /// Their name, as everybody is shown it.
    pub fn shown(&self) -> ShownName {
        ShownName {
            name: self.person.name.clone(),
            number: self.number,
        }
    }
}

impl People {
    pub fn is_empty(&self) -> bool {
        self.by_number.is_empty()
    }

    pub fn len(&self) -> usize {
        self.by_number.len()
    }

    /// Everybody, those who came first before the others.
    pub fn iter(&self) -> impl Iterator<Item = &Attendee> {
        self.by_number.values().map(Box::as_ref)
    }

    /// Whether somebody is connected.
    pub fn has(&self, player: PlayerId) -> bool {
        self.numbers.contains_key(&player)
    }

    pub fn get(&self, player: PlayerId) -> Option<&Attendee> {
        let number = self.numbers.get(&player)?;
        self.by_number.get(number).map(Box::as_ref)
    }

    pub fn get_mut(&mut self, player: PlayerId) -> Option<&mut Attendee> {
        let number = self.numbers.get(&player)?;
        self.by_number.get_mut(number).map(Box::as_mut)
    }

    pub fn of(&self, connection: ConnectionId) -> Option<&Attendee> {
        let place = self.connections.get(&connection)?;
        self.by_number.get(&place.person).map(Box::as_ref)
    }

    /// What a connection was last told.
    pub fn told(&self, connection: ConnectionId) -> Told {
        let place = self.connections.get(&connection);
        place.map_or(Told::default(), |place| place.told)
    }

    /// A connection is told that.
    pub fn tell(&mut self, connection: ConnectionId, told: Told) {
        if let Some(place) = self.connections.get_mut(&connection) {
            place.told = told;
        }
    }

    /// The page of a connection is before somebody's eyes, or not.
    pub fn look(&mut self, connection: ConnectionId, visible: bool) {
        if let Some(place) = self.connections.get_mut(&connection) {
            place.visible = visible;
        }
    }

    /// Whether somebody has a page of the room before their eyes.
    pub fn is_looking(&self, player: PlayerId) -> bool {
        let mut connections = self
            .get(player)
            .into_iter()
            .flat_map(|here| &here.connections);
        let places = &self.connections;
        connections.any(|connection| places.get(connection).is_some_and(|place| place.visible))
    }

    pub fn connections(&self) -> Vec<ConnectionId> {
        self.iter()
            .flat_map(|here| here.connections.iter().copied())
            .collect()
    }

    /// Adds a connection of somebody; whether they have come with it.
    pub fn add(&mut self, connection: ConnectionId, attendee: Attendee) -> bool {
        let mut has_come = false;
        let number = *self
            .numbers
            .entry(attendee.person.player)
            .or_insert_with(|| {
                self.last_number += 1;
                self.last_number
            });
        let here = self.by_number.entry(number).or_insert_with(|| {
            has_come = true;
            Box::new(attendee)
        });
        here.connections.push(connection);
        let place = Place {
            person: number,
            told: Told::default(),
            visible: true,
        };
        self.connections.insert(connection, place);
        has_come
    }

    /// Forgets a connection, and its person with the last one; whether they have gone with it.
    pub fn forget(&mut self, connection: ConnectionId) -> bool {
        let Some(Place { person, .. }) = self.connections.remove(&connection) else {
            return false;
        };
        let Some(here) = self.by_number.get_mut(&person) else {
            return false;
        };
        here.connections.retain(|&other| other != connection);
        if !here.connections.is_empty() {
            return false;
        }
        self.numbers.remove(&here.person.player);
        self.by_number.remove(&person);
        true
    }
}
