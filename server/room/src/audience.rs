//! The audience of a room: the connected people, their names, and the absence of people that the
//! game waits for.

mod chat;
mod crowd;
mod delivery;
mod moment;
mod people;
mod replicas;
mod replication;
mod snapshots;

use std::collections::{BTreeMap, BTreeSet};

use senda_rules::{Seat, Seats};

use self::{
    chat::Chat,
    crowd::Crowd,
    people::{Attendee, People},
    replicas::{Followers, known},
    snapshots::Editions,
};
use crate::{
    limits::{ABSENT_AT_START_MS, CONNECTIONS_EACH, CROWD, PEOPLE, PEOPLE_NAMED, TOLD_AGAIN_MS},
    log::{LogEvent, Numbered, Record},
    person::{Person, PlayerId},
    protocol::{
        ChatLine, ChatText, Emote, Likeness, Name, PersonId, PersonView, Presence, RoomProblem,
    },
    state::RoomState,
    step::{ConnectionId, Happening},
    time::Time,
};

pub(crate) use self::moment::Moment;

/// The audience of a room: all connected people, their chat, and the state that was sent to each
/// connection. It exists in memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Audience {
    pub(super) people: People,
    /// The player who is connecting now and has not received any message yet.
    coming: Option<PlayerId>,
    /// The times since which the host and the owners of seats have been absent, for those who are.
    absent: BTreeMap<PlayerId, Time>,
    /// The seats that a game would start without, as of the last step.
    long_absent: Seats,
    /// The pending requests to the host for the seat of a player who is gone, at most
    /// [`PEOPLE_NAMED`].
    asked_seats: BTreeMap<PlayerId, Seat>,
    /// Whether the presence has changed since it was last sent.
    pub(super) changed: bool,
    /// The time at which the presence was last sent.
    pub(super) last_told: Option<Time>,
    /// The messages that are pending for the spectators, when they are a crowd.
    pub(super) crowd: Crowd,
    pub(super) chat: Chat,
    /// For each player, the times of their last notifications of kinds that other players can cause
    /// as often as they like. They are cleared when the player looks at the room.
    told: BTreeMap<(PlayerId, Happening), Time>,
    /// The snapshots that were sent to the connections.
    pub(super) editions: Editions,
    /// The replicas of the room, whose spectators are on other servers.
    pub(super) followers: Followers,
    /// The presence of the room, if this is the audience of a replica.
    pub(super) in_room: Option<Presence>,
}

/// The connected people, and those who are absent.
impl Audience {
    /// Returns whether there is no connection, neither here nor to a replica.
    pub fn is_empty(&self) -> bool {
        self.people.is_empty() && self.followers.watching() == 0
    }

    /// Returns whether at least one connected person is not a bot.
    pub fn has_people(&self) -> bool {
        let mut here = self.people.iter();
        here.any(|here| !here.person.is_bot()) || self.followers.watching() > 0
    }

    /// Returns whether the maximum number of people is connected.
    pub fn is_full(&self) -> bool {
        self.people.len() >= PEOPLE
    }

    pub fn is_here(&self, player: PlayerId) -> bool {
        self.people.has(player)
    }

    pub fn get(&self, player: PlayerId) -> Option<&Attendee> {
        self.people.get(player)
    }

    /// Returns the person that a connection belongs to.
    pub fn of(&self, connection: ConnectionId) -> Option<&Attendee> {
        self.people.of(connection)
    }

    /// Returns the seats whose owners are connected or are connecting now. If all players are bots,
    /// they count as connected while the room has any spectator.
    pub fn seats_here(&self, state: &RoomState) -> Seats {
        let is_here = |player| self.is_here(player) || self.coming == Some(player);
        let is_watched = !state.has_people() && (!self.is_empty() || self.coming.is_some());
        let here = state
            .seated()
            .filter(|(_, seat)| is_watched || (!seat.owner.is_bot() && is_here(seat.owner.player)));
        here.map(|(seat, _)| seat).collect()
    }

    /// Returns the person that a command names by their id, if they have a seat or are connected.
    pub fn named(&self, state: &RoomState, id: PersonId) -> Option<Person> {
        let mut seated = state.seated();
        let owner = seated.find_map(|(_, seat)| (seat.person == id).then_some(&seat.owner));
        let here = || known(&self.people, &self.followers).find(|here| here.id == id);
        owner.or_else(|| Some(&here()?.person)).cloned()
    }

    /// Returns the number of connected people who have no seat.
    pub fn watching(&self, state: &RoomState) -> u32 {
        let owners = state.seated().map(|(_, seat)| seat.owner.player);
        let seated = owners.filter(|&player| self.is_here(player)).count();
        let here = u32::try_from(self.people.len() - seated).unwrap_or(u32::MAX);
        here.saturating_add(self.followers.watching())
    }

    /// Returns the presence as it is sent to all connections.
    pub fn presence(&self, state: &RoomState) -> Presence {
        if let Some(in_room) = &self.in_room {
            return in_room.clone();
        }
        let here = state.seated().filter(|(_, seat)| {
            let owner = &seat.owner;
            (owner.is_bot() && !owner.is_outside()) || self.is_here(owner.player)
        });
        let watching = || {
            let people = known(&self.people, &self.followers);
            people.filter(|here| state.seat_of(here.person.player).is_none())
        };
        let asks = |here: &&Attendee| self.asked_seats.contains_key(&here.person.player);
        // People with a request come first, so that the host sees them even in a crowd.
        let asking = watching().filter(asks);
        let others = watching().filter(|here| !asks(here));
        let named = asking
            .chain(others)
            .take(PEOPLE_NAMED)
            .map(|here| PersonView {
                person: here.id,
                name: here.shown(),
                host: state.is_host(here.person.player),
                asks_for: self.asked_seats.get(&here.person.player).copied(),
            });
        Presence {
            seats: here.map(|(seat, _)| seat).collect(),
            watching: self.watching(state),
            long_absent: self.long_absent,
            people: named.collect(),
        }
    }

    /// Records that a spectator asks the host for the seat of a player who is gone, or withdraws
    /// the request.
    pub fn ask_seat(
        &mut self,
        state: &RoomState,
        person: &Person,
        seat: Option<Seat>,
    ) -> Result<(), RoomProblem> {
        let player = person.player;
        let before = match seat {
            None => self.asked_seats.remove(&player),
            Some(seat) => {
                if person.is_outside() {
                    return Err(RoomProblem::OnlyPlays);
                }
                if state.seat_of(player).is_some() {
                    return Err(RoomProblem::AlreadySeated);
                }
                if !self.can_ask_for(state, seat) {
                    return Err(RoomProblem::SeatTaken);
                }
                if self.asked_seats.len() >= PEOPLE_NAMED && !self.asked_seats.contains_key(&player)
                {
                    return Err(RoomProblem::RoomFull);
                }
                self.asked_seats.insert(player, seat)
            }
        };
        self.changed |= before != seat;
        Ok(())
    }

    /// Returns whether a seat belongs to a player of the running game who is gone.
    fn can_ask_for(&self, state: &RoomState, seat: Seat) -> bool {
        let owner = state.owner(seat).filter(|_| state.playing().is_some());
        let is_bot = state
            .seats()
            .get(seat)
            .is_some_and(|taken| taken.owner.is_bot());
        owner.is_some_and(|owner| !is_bot && !self.is_here(owner) && owner != state.creator())
    }

    /// Drops the requests for seats that can't be given any more, and those of people who have a
    /// seat now or are gone.
    fn settle_asked_seats(&mut self, state: &RoomState) {
        if self.asked_seats.is_empty() {
            return;
        }
        let mut asked = std::mem::take(&mut self.asked_seats);
        let before = asked.len();
        asked.retain(|&player, &mut seat| {
            let watches = self.is_here(player) && state.seat_of(player).is_none();
            watches && self.can_ask_for(state, seat)
        });
        self.changed |= asked.len() != before;
        self.asked_seats = asked;
    }

    /// Returns whether a player has a visible page of the room.
    pub fn is_looking(&self, player: PlayerId) -> bool {
        self.people.is_looking(player)
    }

    /// Records whether the page of a connection is visible.
    pub fn look(&mut self, connection: ConnectionId, visible: bool) {
        self.people.look(connection, visible);
        if visible && let Some(here) = self.of(connection) {
            self.has_looked(here.person.player);
        }
    }

    /// Allows notifications to a player again, because they have seen the room.
    fn has_looked(&mut self, player: PlayerId) {
        self.told.retain(|(told, _), _| *told != player);
    }

    /// Returns whether a player may be notified of an event now, and if so counts the notification
    /// as sent. A player who has seen the room since the last notification may be notified again.
    pub fn may_tell(&mut self, now: Time, player: PlayerId, what: Happening) -> bool {
        self.told.retain(|_, last| now.since(*last) < TOLD_AGAIN_MS);
        let is_free = !self.told.contains_key(&(player, what));
        if is_free {
            self.told.insert((player, what), now);
        }
        is_free
    }

    /// Returns the time since which the host or the owner of a seat has been absent.
    pub fn absent_since(&self, player: PlayerId) -> Option<Time> {
        self.absent.get(&player).copied()
    }

    /// Returns the seats that a game would leave out if it started now. Between games, these are
    /// the seats of the players other than the host who are not ready and have been disconnected
    /// for [`ABSENT_AT_START_MS`].
    pub fn long_absent(&self, state: &RoomState, now: Time) -> Seats {
        let due = self.left_out_from(state);
        let gone = due.filter(|(from, _)| *from <= now);
        gone.map(|(_, seat)| seat).collect()
    }

    /// Returns the time at which the next player joins [`Audience::long_absent`]. Returns `None` in
    /// a room without connections, because it then affects no person.
    pub fn long_absent_due(&self, state: &RoomState, now: Time) -> Option<Time> {
        if self.is_empty() {
            return None;
        }
        let due = self.left_out_from(state).map(|(from, _)| from);
        due.filter(|from| *from > now).min()
    }

    /// Returns the seats whose owners are absent and not ready between games, each with the time
    /// from which a game starts without it.
    fn left_out_from(&self, state: &RoomState) -> impl Iterator<Item = (Time, Seat)> {
        let is_between_games = state.playing().is_none() && !state.is_used_up();
        let waited_for = state.seated().filter(move |(_, taken)| {
            is_between_games && !taken.ready && !state.is_host(taken.owner.player)
        });
        waited_for.filter_map(|(seat, taken)| {
            let since = self.absent_since(taken.owner.player)?;
            Some((since.plus(ABSENT_AT_START_MS), seat))
        })
    }

    /// Stores the seats that a game would start without. A change is sent with the presence.
    pub fn note_long_absent(&mut self, state: &RoomState, now: Time) {
        let long_absent = self.long_absent(state, now);
        self.changed |= long_absent != self.long_absent;
        self.long_absent = long_absent;
    }

    /// Updates the times since which the host and the owners of seats have been absent.
    pub fn note_absences(&mut self, state: &RoomState, now: Time) {
        self.settle_asked_seats(state);
        let people = state.seated().filter(|(_, seat)| !seat.owner.is_bot());
        let owners = people.map(|(_, seat)| seat.owner.player);
        let awaited = owners.chain([state.host().player]);
        let gone = awaited.filter(|&player| !self.is_here(player));
        self.absent = gone
            .map(|player| (player, self.absent_since(player).unwrap_or(now)))
            .collect();
        self.note_long_absent(state, now);
    }

    /// Returns the spectators, who neither have a seat nor are the host.
    pub(super) fn watchers(&self, state: &RoomState) -> impl Iterator<Item = &Attendee> {
        let here = self.people.iter();
        here.filter(|here| !state.has_part(here.person.player))
    }

    /// Returns whether the spectators are a crowd.
    pub(super) fn has_crowd(&self, state: &RoomState) -> bool {
        let mut connections = self.watchers(state).flat_map(|here| &here.connections);
        self.people.len() > CROWD && connections.nth(CROWD).is_some()
    }
}

/// The arrival and departure of people.
impl Audience {
    /// Announces that a player is connecting, so that their seat counts as present.
    pub fn expect(&mut self, player: PlayerId) {
        self.coming = Some(player);
    }

    /// Adds a connection of a person. Returns the connection to close instead, if the person has
    /// too many.
    pub fn connect(
        &mut self,
        state: &RoomState,
        connection: ConnectionId,
        person: Person,
    ) -> Option<ConnectionId> {
        let player = person.player;
        self.has_looked(player);
        let before = self.people.get(player);
        let full = before.filter(|here| here.connections.len() >= CONNECTIONS_EACH);
        let oldest = full.map(|here| here.connections[0]);
        if let Some(oldest) = oldest {
            self.people.forget(oldest);
        }
        let name = person.name.clone();
        let likeness = name.likeness();
        let has_come = self.people.add(
            connection,
            Attendee {
                id: state.person_id(player),
                number: self.number(state, player, &name, &likeness),
                likeness,
                person,
                connections: Vec::new(),
                you: None,
            },
        );
        self.changed |= has_come;
        self.rename(state, player, name);
        self.coming = None;
        oldest
    }

    /// Removes a connection. Returns the player that it belonged to.
    pub fn disconnect(&mut self, connection: ConnectionId) -> Option<PlayerId> {
        let player = self.of(connection).map(|here| here.person.player);
        self.changed |= self.people.forget(connection) || self.followers.forget(connection);
        if self.people.is_empty() {
            self.editions.forget();
        }
        player
    }

    /// Removes the connections of the people that a record excludes from the room, and returns
    /// them.
    pub fn cut_by(&mut self, state: &RoomState, record: &Record) -> Vec<ConnectionId> {
        let mut cut = Vec::new();
        for event in &record.happened {
            if let LogEvent::Banned(banned) = event {
                cut.extend(self.cut(banned.person.player));
            }
        }
        if record.happened.iter().any(LogEvent::changes_presence) {
            cut.extend(self.cut_outsiders(state));
        }
        cut
    }

    /// Removes the connections of external bots that have no seat any more, and returns them.
    fn cut_outsiders(&mut self, state: &RoomState) -> Vec<ConnectionId> {
        let people = self.people.iter().map(|here| &here.person);
        let outside = people.filter(|person| person.is_outside());
        let gone: Vec<PlayerId> = outside
            .map(|person| person.player)
            .filter(|&player| state.seat_of(player).is_none())
            .collect();
        gone.into_iter()
            .flat_map(|player| self.cut(player))
            .collect()
    }

    /// Removes everything that belongs to a person alone: their chat messages and their
    /// connections. Returns the connections.
    pub fn forget(&mut self, player: PlayerId, id: PersonId) -> Vec<ConnectionId> {
        self.chat.lines.retain(|line| line.person != id);
        self.asked_seats.remove(&player);
        self.cut(player)
    }

    /// Removes the connections of a player, and returns them.
    fn cut(&mut self, player: PlayerId) -> Vec<ConnectionId> {
        let here = self.people.get(player);
        let connections = here.map_or(Vec::new(), |here| here.connections.clone());
        for &connection in &connections {
            self.disconnect(connection);
        }
        connections
    }
}

/// The names of the connected people.
impl Audience {
    /// Changes the name of a connected person.
    pub fn rename(&mut self, state: &RoomState, player: PlayerId, name: Name) {
        let likeness = name.likeness();
        let number = self.number(state, player, &name, &likeness);
        if let Some(here) = self.people.get_mut(player)
            && (here.person.name != name || here.number != number)
        {
            (here.person.name, here.likeness, here.number) = (name, likeness, number);
            self.changed = true;
        }
    }

    /// Returns the number that a person's name is shown with, or would be.
    pub(super) fn number(
        &self,
        state: &RoomState,
        player: PlayerId,
        name: &Name,
        likeness: &Likeness,
    ) -> u32 {
        if let Some(number) = state.names().number(player, name) {
            return number;
        }
        let (mut mine, mut others) = (None, BTreeSet::new());
        let alike = known(&self.people, &self.followers);
        for here in alike.filter(|here| here.likeness.resembles(likeness)) {
            if here.person.player == player {
                mine = Some(here.number);
            } else {
                others.insert(here.number);
            }
        }
        let names = state.names();
        names.free_number(player, likeness, mine, others)
    }

    /// Inserts an event with the number before each event with a name whose number the log alone
    /// would not determine.
    pub fn with_numbers(&self, state: &RoomState, events: Vec<LogEvent>) -> Vec<LogEvent> {
        let mut all = Vec::with_capacity(events.len());
        for event in events {
            for (player, name) in event.names() {
                let number = self.number(state, player, name, &name.likeness());
                let numbered = LogEvent::Numbered(Numbered {
                    player,
                    name: name.clone(),
                    number,
                });
                let is_known = state.names().number(player, name).is_some();
                if !is_known && number > 1 && !all.contains(&numbered) {
                    all.push(numbered);
                }
            }
            all.push(event);
        }
        all
    }

    /// Stores a chat message of a connected person. Returns it in the form that is sent to all
    /// connections.
    pub fn say(
        &mut self,
        state: &RoomState,
        now: Time,
        person: &Person,
        (text, emote): (Option<ChatText>, Option<Emote>),
    ) -> Result<ChatLine, RoomProblem> {
        if person.is_outside() {
            return Err(RoomProblem::OnlyPlays);
        }
        if state.is_hushed() && !state.has_part(person.player) {
            return Err(RoomProblem::Hushed);
        }
        let player = person.player;
        let of_crowd = self.has_crowd(state) && !state.has_part(player);
        self.chat.spend(now, player, of_crowd)?;
        let here = self.people.get(player).expect("someone who is here");
        let seat = state.seat_of(player);
        let seat = seat.and_then(|seat| state.seats().get(seat));
        let said = ChatLine {
            at: now.0,
            name: here.shown(),
            colour: seat.map(|seat| seat.colour),
            person: here.id,
            text,
            emote,
        };
        self.chat.say(said.clone());
        Ok(said)
    }
}
