//! The connected people and their connections.

use std::collections::BTreeMap;

use super::{Course, snapshots::Serial};
use crate::{
    person::{Person, PlayerId},
    protocol::{Likeness, PersonId, ShownName, You},
    step::ConnectionId,
};

/// All connected people.
#[derive(Clone, Debug, Default)]
pub(crate) struct People {
    /// The people by number, and therefore in the order in which they connected. They are boxed
    /// because a node of the B-tree reserves room for eleven values even when it holds one.
    by_number: BTreeMap<u32, Box<Attendee>>,
    numbers: BTreeMap<PlayerId, u32>,
    connections: BTreeMap<ConnectionId, ConnectionState>,
    /// The guests who hold the devices of connections, in place of the people they belong to.
    holders: BTreeMap<ConnectionId, PlayerId>,
    last_number: u32,
}

/// The state of a connection.
#[derive(Copy, Clone, Debug)]
struct ConnectionState {
    /// The number of the person that the connection belongs to.
    person: u32,
    delivered: Delivered,
    /// Whether the page of the connection is visible.
    visible: bool,
}

/// The state that was last sent to a connection. All fields are 0 if none was.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) struct Delivered {
    /// The version of the room.
    pub version: u32,
    /// The serial number of the public snapshot.
    pub public: Serial,
    /// The serial number of the private part.
    pub private: Serial,
    /// The course of the room that all of this belongs to.
    pub course: Course,
}

/// A connected person.
#[derive(Clone, Debug)]
pub(crate) struct Attendee {
    /// The id that the other people in the room know the person by.
    pub id: PersonId,
    pub person: Person,
    /// The likeness of the person's name.
    pub likeness: Likeness,
    /// The number that the name is shown with.
    pub number: u32,
    /// The connections of the person, oldest first.
    pub connections: Vec<ConnectionId>,
    /// The person's own identity as it was last sent to them.
    pub you: Option<You>,
}

impl Attendee {
    /// Returns the person's name as everyone in the room sees it.
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

    /// Returns all people, in the order in which they connected.
    pub fn iter(&self) -> impl Iterator<Item = &Attendee> {
        self.by_number.values().map(Box::as_ref)
    }

    /// Returns whether a player is connected.
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
        let state = self.connections.get(&connection)?;
        self.by_number.get(&state.person).map(Box::as_ref)
    }

    /// Returns the player who holds the device of a connection: its person or a guest of theirs.
    pub fn holder(&self, connection: ConnectionId) -> Option<PlayerId> {
        let holder = self.holders.get(&connection).copied();
        holder.or_else(|| Some(self.of(connection)?.person.player))
    }

    /// Returns the connections of devices that guests hold, each with the guest.
    pub fn held_by_guests(&self) -> Vec<(ConnectionId, PlayerId)> {
        let holders = self.holders.iter();
        holders
            .map(|(&connection, &guest)| (connection, guest))
            .collect()
    }

    /// Passes the device of a connection to a guest, or back to its person.
    pub fn pass(&mut self, connection: ConnectionId, holder: Option<PlayerId>) {
        match holder {
            Some(guest) if self.connections.contains_key(&connection) => {
                self.holders.insert(connection, guest);
            }
            _ => {
                self.holders.remove(&connection);
            }
        }
    }

    /// Returns the state that was last sent to a connection.
    pub fn delivered(&self, connection: ConnectionId) -> Delivered {
        let state = self.connections.get(&connection);
        state.map_or(Delivered::default(), |state| state.delivered)
    }

    /// Records the state that is now sent to a connection.
    pub fn set_delivered(&mut self, connection: ConnectionId, delivered: Delivered) {
        if let Some(state) = self.connections.get_mut(&connection) {
            state.delivered = delivered;
        }
    }

    /// Records whether the page of a connection is visible.
    pub fn set_visible(&mut self, connection: ConnectionId, visible: bool) {
        if let Some(state) = self.connections.get_mut(&connection) {
            state.visible = visible;
        }
    }

    /// Returns whether a player has a visible page of the room.
    pub fn is_viewing(&self, player: PlayerId) -> bool {
        let mut connections = self
            .get(player)
            .into_iter()
            .flat_map(|here| &here.connections);
        let states = &self.connections;
        connections.any(|connection| states.get(connection).is_some_and(|state| state.visible))
    }

    pub fn connections(&self) -> Vec<ConnectionId> {
        self.iter()
            .flat_map(|here| here.connections.iter().copied())
            .collect()
    }

    /// Adds a connection of a person. Returns whether it is their first one.
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
        let state = ConnectionState {
            person: number,
            delivered: Delivered::default(),
            visible: true,
        };
        self.connections.insert(connection, state);
        has_come
    }

    /// Removes a connection, and its person if it was their last one. Returns whether the person
    /// was removed.
    pub fn forget(&mut self, connection: ConnectionId) -> bool {
        self.holders.remove(&connection);
        let Some(ConnectionState { person, .. }) = self.connections.remove(&connection) else {
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
