//! The audience of a room: the connected people, their names, and the absence of people that the
//! game waits for.

mod absences;
mod chat;
mod crowd;
mod delivery;
mod entry_requests;
mod missed_changes;
mod moment;
mod names;
mod networks;
mod notification_limit;
mod people;
mod replicas;
mod replication;
mod reports;
mod seat_requests;
mod snapshots;

use senda_rules::{Seat, Seats};

use self::{
    absences::Absences,
    chat::Chat,
    crowd::Crowd,
    entry_requests::EntryRequests,
    networks::Networks,
    notification_limit::NotificationLimit,
    people::{Attendee, People},
    replicas::{Replicas, all_attendees},
    seat_requests::SeatRequests,
    snapshots::Snapshots,
};
use crate::{
    limits::{CONNECTIONS_EACH, CROWD, PEOPLE, PEOPLE_NAMED},
    log::{LogEvent, Record},
    person::{Person, PlayerId},
    protocol::{CloseCode, EntryRequestView, PersonId, PersonView, Presence, RoomProblem},
    state::RoomState,
    step::{ConnectionId, NetworkTag},
    time::Time,
};

pub(crate) use self::moment::{Course, Moment};

/// The audience of a room: all connected people, their chat, and the state that was sent to each
/// connection. It exists in memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Audience {
    pub people: People,
    /// The player who is connecting now and has not received any message yet. Their seat counts as
    /// present.
    pub connecting: Option<PlayerId>,
    pub absences: Absences,
    seat_requests: SeatRequests,
    pub entry_requests: EntryRequests,
    pub notification_limit: NotificationLimit,
    pub networks: Networks,
    /// Whether the presence has changed since it was last sent.
    pub presence_changed: bool,
    /// The time at which the presence was last sent.
    presence_sent: Option<Time>,
    /// The messages that are pending for the spectators, when they are a crowd.
    crowd: Crowd,
    chat: Chat,
    /// The snapshots that were sent to the connections.
    snapshots: Snapshots,
    /// The snapshots that were sent to the connections that see the game later.
    delayed_snapshots: Snapshots,
    /// The replicas of the room, whose spectators are on other servers.
    replicas: Replicas,
    /// The presence of the room, if this is the audience of a replica.
    presence_of_room: Option<Presence>,
}

/// The connected people, and those who are absent.
impl Audience {
    /// Returns whether there is no connection, neither here nor to a replica.
    pub fn is_empty(&self) -> bool {
        self.people.is_empty() && self.replicas.watching() == 0
    }

    /// Returns whether at least one connected person is not a bot.
    pub fn has_people(&self) -> bool {
        let mut here = self.people.iter();
        here.any(|here| !here.person.is_bot()) || self.replicas.watching() > 0
    }

    /// Returns whether the maximum number of people is connected.
    pub fn is_full(&self) -> bool {
        self.people.len() >= PEOPLE
    }

    /// Returns the seats whose owners are connected or are connecting now. If all players are bots,
    /// they count as connected while the room has any spectator.
    pub fn seats_here(&self, state: &RoomState) -> Seats {
        let is_here = |player| self.people.has(player) || self.connecting == Some(player);
        let is_watched = !state.has_people() && (!self.is_empty() || self.connecting.is_some());
        let here = state.seated().filter(|(_, seat)| {
            is_watched || (!seat.owner.is_bot() && is_here(seat.owner.connects_as()))
        });
        here.map(|(seat, _)| seat).collect()
    }

    /// Returns the person that a command names by their id, if they have a seat or are connected.
    pub fn named(&self, state: &RoomState, id: PersonId) -> Option<Person> {
        let mut seated = state.seated();
        let owner = seated.find_map(|(_, seat)| (seat.person == id).then_some(&seat.owner));
        let here = || all_attendees(&self.people, &self.replicas).find(|here| here.id == id);
        owner.or_else(|| Some(&here()?.person)).cloned()
    }

    /// Returns the guest who holds the device of a connection, if a guest holds it.
    pub fn holder(&self, state: &RoomState, connection: ConnectionId) -> Option<Person> {
        let holder = self.people.holder(connection)?;
        let mut owners = state.seated().map(|(_, seat)| &seat.owner);
        let guest = owners.find(|owner| owner.player == holder && owner.guest_of.is_some());
        guest.cloned()
    }

    /// Returns the number of connected people and programs.
    pub fn connected(&self) -> u32 {
        let here = u32::try_from(self.people.len()).unwrap_or(u32::MAX);
        here.saturating_add(self.replicas.watching())
    }

    /// Returns the number of connected people who have no seat.
    pub fn watching(&self, state: &RoomState) -> u32 {
        let owners = state.seated().map(|(_, seat)| seat.owner.player);
        let seated = owners.filter(|&player| self.people.has(player)).count();
        let here = u32::try_from(self.people.len() - seated).unwrap_or(u32::MAX);
        here.saturating_add(self.replicas.watching())
    }

    /// Returns the presence as it is sent to all connections.
    pub fn presence(&self, state: &RoomState) -> Presence {
        if let Some(presence_of_room) = &self.presence_of_room {
            return presence_of_room.clone();
        }
        let here = state.seated().filter(|(_, seat)| {
            let owner = &seat.owner;
            (owner.is_bot() && !owner.is_outside()) || self.people.has(owner.connects_as())
        });
        let watching = || {
            let people = all_attendees(&self.people, &self.replicas);
            people.filter(|here| state.seat_of(here.person.player).is_none())
        };
        let requested = |here: &Attendee| self.seat_requests.seat(here.person.player);
        // People with a request come first, so that the host sees them even in a crowd.
        let requesters = watching().filter(|here| requested(here).is_some());
        let others = watching().filter(|here| requested(here).is_none());
        let named = requesters
            .chain(others)
            .take(PEOPLE_NAMED)
            .map(|here| PersonView {
                person: here.id,
                name: here.shown(),
                host: state.is_host(here.person.player),
                asks_for: requested(here),
            });
        let asking = self.entry_requests.iter().map(|one| EntryRequestView {
            person: one.id,
            name: one.shown(),
        });
        Presence {
            seats: here.map(|(seat, _)| seat).collect(),
            watching: self.watching(state),
            long_absent: self.absences.long_absent,
            rated: self.networks.rated_of(state),
            people: named.collect(),
            entry_requests: asking.collect(),
        }
    }

    /// Stores the request of a spectator for the seat of a player who is gone, or withdraws it.
    pub fn request_seat(
        &mut self,
        state: &RoomState,
        person: &Person,
        seat: Option<Seat>,
    ) -> Result<(), RoomProblem> {
        self.presence_changed |= self.seat_requests.set(state, &self.people, person, seat)?;
        Ok(())
    }

    /// Stores the request of a person to come in. Returns the older connection of the same person,
    /// which it replaces, or the close code of a rejection.
    pub fn request_entry(
        &mut self,
        state: &RoomState,
        now: Time,
        connection: ConnectionId,
        person: Person,
    ) -> Result<Option<ConnectionId>, CloseCode> {
        let attendee = self.attendee(state, person);
        let older = self.entry_requests.add(now, connection, attendee)?;
        self.presence_changed = true;
        Ok(older)
    }

    /// Turns away a person who asks to come in. Returns the connection to close.
    pub fn turn_away(&mut self, now: Time, id: PersonId) -> Option<ConnectionId> {
        let gone = self.entry_requests.turn_away(now, id);
        self.presence_changed |= gone.is_some();
        gone
    }

    /// Stores the network of a person who is about to connect.
    pub fn came_from(&mut self, state: &RoomState, player: PlayerId, network: NetworkTag) {
        let before = self.networks.rated_of(state);
        self.networks.note(state, player, network);
        self.presence_changed |= self.networks.rated_of(state) != before;
    }

    /// Records whether the page of a connection is visible.
    pub fn set_visible(&mut self, connection: ConnectionId, visible: bool) {
        self.people.set_visible(connection, visible);
        if visible && let Some(here) = self.people.of(connection) {
            self.notification_limit.reset(here.person.player);
        }
    }

    /// Returns the time at which the next player joins [`Absences::long_absent`]. Returns `None` in
    /// a room without connections, because it then affects no person.
    pub fn long_absent_due(&self, state: &RoomState, now: Time) -> Option<Time> {
        let due = || self.absences.next_long_absent(state, now);
        (!self.is_empty()).then(due).flatten()
    }

    /// Stores the seats that a game would start without. A change is sent with the presence.
    pub fn note_long_absent(&mut self, state: &RoomState, now: Time) {
        self.presence_changed |= self.absences.note_long_absent(state, now);
    }

    /// Updates the seat requests and the times since which people have been absent.
    pub fn note_absences(&mut self, state: &RoomState, now: Time) {
        self.presence_changed |= self.seat_requests.settle(state, &self.people);
        self.presence_changed |= self.absences.update(state, &self.people, now);
    }

    /// Returns the spectators, who neither have a seat nor are the host.
    fn spectators(&self, state: &RoomState) -> impl Iterator<Item = &Attendee> {
        let here = self.people.iter();
        here.filter(|here| !state.has_part(here.person.player))
    }

    /// Returns whether a connected person sees the game later.
    fn has_late_viewers(&self, state: &RoomState) -> bool {
        state.delayed().is_some() && self.spectators(state).next().is_some()
    }

    /// Returns the snapshots of the course of a moment.
    fn snapshots_of(&mut self, moment: &Moment) -> &mut Snapshots {
        match moment.course {
            Course::Live => &mut self.snapshots,
            Course::Delayed(_) => &mut self.delayed_snapshots,
        }
    }

    /// Returns whether the spectators are a crowd.
    fn has_crowd(&self, state: &RoomState) -> bool {
        let mut connections = self.spectators(state).flat_map(|here| &here.connections);
        self.people.len() > CROWD && connections.nth(CROWD).is_some()
    }
}

/// The arrival and departure of people.
impl Audience {
    /// Adds a connection of a person. Returns the connection to close instead, if the person has
    /// too many.
    pub fn connect(
        &mut self,
        state: &RoomState,
        connection: ConnectionId,
        person: Person,
    ) -> Option<ConnectionId> {
        let player = person.player;
        self.notification_limit.reset(player);
        let before = self.people.get(player);
        let full = before.filter(|here| here.connections.len() >= CONNECTIONS_EACH);
        let oldest = full.map(|here| here.connections[0]);
        if let Some(oldest) = oldest {
            self.people.forget(oldest);
        }
        let name = person.name.clone();
        let attendee = self.attendee(state, person);
        let has_come = self.people.add(connection, attendee);
        self.presence_changed |= has_come;
        self.rename(state, player, name);
        self.connecting = None;
        oldest
    }

    /// Returns a person as the others in the room see them, without connections.
    fn attendee(&self, state: &RoomState, person: Person) -> Attendee {
        let player = person.player;
        let likeness = person.name.likeness();
        Attendee {
            id: state.person_id(player),
            number: self.number(state, player, &person.name, &likeness),
            likeness,
            person,
            connections: Vec::new(),
            you: None,
        }
    }

    /// Removes a connection. Returns the player that it belonged to.
    pub fn disconnect(&mut self, connection: ConnectionId) -> Option<PlayerId> {
        let player = self.people.of(connection).map(|here| here.person.player);
        self.presence_changed |= self.people.forget(connection)
            || self.replicas.forget(connection)
            || self.entry_requests.forget(connection);
        if self.people.is_empty() {
            self.snapshots.forget();
            self.delayed_snapshots.forget();
        }
        player
    }

    /// Removes the connections of the people that a record excludes from the room, and of those
    /// whose request to come in it answers. Returns them, each with its close code.
    pub fn disconnect_excluded(
        &mut self,
        state: &RoomState,
        record: &Record,
    ) -> Vec<(ConnectionId, CloseCode)> {
        let mut excluded: Vec<(PlayerId, CloseCode)> = Vec::new();
        for event in &record.happened {
            if let LogEvent::Banned(banned) = event {
                excluded.push((banned.person.player, CloseCode::Removed));
            }
        }
        if record.happened.iter().any(LogEvent::changes_presence) {
            let people = self.people.iter().map(|here| &here.person);
            excluded.extend(people.filter_map(|person| excluded_now(state, person)));
        }
        let close = |(player, code): (PlayerId, CloseCode)| {
            let connections = self.disconnect_all(player).into_iter();
            connections.map(move |connection| (connection, code))
        };
        let mut closed: Vec<_> = excluded.into_iter().flat_map(close).collect();
        let answered = self.entry_requests.settle(state);
        self.presence_changed |= !answered.is_empty();
        closed.extend(answered);
        closed
    }

    /// Removes everything that belongs to a person alone: their chat messages and their
    /// connections. Returns the connections.
    pub fn forget(&mut self, player: PlayerId, id: PersonId) -> Vec<ConnectionId> {
        self.chat.forget(id);
        self.networks.forget(player);
        self.seat_requests.forget(player);
        let asked = self.entry_requests.forget_player(player);
        self.presence_changed |= asked.is_some();
        let here = self.disconnect_all(player);
        here.into_iter().chain(asked).collect()
    }

    /// Removes the connections of a player, and returns them.
    fn disconnect_all(&mut self, player: PlayerId) -> Vec<ConnectionId> {
        let here = self.people.get(player);
        let connections = here.map_or(Vec::new(), |here| here.connections.clone());
        for &connection in &connections {
            self.disconnect(connection);
        }
        connections
    }
}

/// Returns the close code of a connected person who has no place in the room any more: an external
/// bot without a seat, or a spectator of a game that has none.
fn excluded_now(state: &RoomState, person: &Person) -> Option<(PlayerId, CloseCode)> {
    let player = person.player;
    let code = if person.is_outside() {
        let is_gone = state.seat_of(player).is_none();
        is_gone.then_some(CloseCode::Removed)
    } else {
        (!state.may_watch(player)).then_some(CloseCode::NoSpectators)
    };
    Some((player, code?))
}
