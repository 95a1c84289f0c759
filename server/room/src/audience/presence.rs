//! Who is here, under which name, and since when those are gone who are awaited.

use std::collections::{BTreeMap, BTreeSet};

use senda_rules::{Seat, Seats};

use super::{
    chat::Chat,
    crowd::Crowd,
    editions::Editions,
    followers::{Followers, known},
    people::{Attendee, People},
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

/// Everybody who is connected, what they have said, and what each connection was told. In memory only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Audience {
    pub(super) people: People,
    /// Who is coming just now, and is not told anything yet.
    coming: Option<PlayerId>,
    /// Since when the host and the owners of seats are gone, those of them who are.
    absent: BTreeMap<PlayerId, Time>,
    /// The seats whose owners a game would start without, as of the last step.
    long_absent: Seats,
    /// Who asks the host for which seat of a player who is gone; at most [`PEOPLE_NAMED`].
    asked_seats: BTreeMap<PlayerId, Seat>,
    /// Whether a change of who is here has not been told to everybody.
    pub(super) changed: bool,
    /// When everybody was last told who is here.
    pub(super) last_told: Option<Time>,
    /// What those who only watch have not been told yet, when they are a crowd.
    pub(super) crowd: Crowd,
    pub(super) chat: Chat,
    /// When those who have not looked since were last told of what others can do as often as they like.
    told: BTreeMap<(PlayerId, Happening), Time>,
    /// What those who are here were told of the room.
    pub(super) editions: Editions,
    /// Those who watch on other servers.
    pub(super) followers: Followers,
    /// Who is in the room, where this is the audience of a follower.
    pub(super) in_room: Option<Presence>,
}

/// Who is here.
impl Audience {
    /// Whether nobody is connected, here or to a follower.
    pub fn is_empty(&self) -> bool {
        self.people.is_empty() && self.followers.watching() == 0
    }

    /// Whether anybody is connected who is no program.
    pub fn has_people(&self) -> bool {
        let mut here = self.people.iter();
        here.any(|here| !here.person.is_bot()) || self.followers.watching() > 0
    }

    /// Whether as many are here as may be.
    pub fn is_full(&self) -> bool {
        self.people.len() >= PEOPLE
    }

    pub fn is_here(&self, player: PlayerId) -> bool {
        self.people.has(player)
    }

    pub fn get(&self, player: PlayerId) -> Option<&Attendee> {
        self.people.get(player)
    }

    /// Whose connection it is.
    pub fn of(&self, connection: ConnectionId) -> Option<&Attendee> {
        self.people.of(connection)
    }

    /// The seats whose people are here, or are coming just now. Where only bots play they are here for whoever watches.
    pub fn seats_here(&self, state: &RoomState) -> Seats {
        let is_here = |player| self.is_here(player) || self.coming == Some(player);
        let is_watched = !state.has_people() && (!self.is_empty() || self.coming.is_some());
        let here = state
            .seated()
            .filter(|(_, seat)| is_watched || (!seat.owner.is_bot() && is_here(seat.owner.player)));
        here.map(|(seat, _)| seat).collect()
    }

    /// The one that a command names, if there is such a person: somebody at a seat, or somebody who is here.
    pub fn named(&self, state: &RoomState, id: PersonId) -> Option<Person> {
        let mut seated = state.seated();
        let owner = seated.find_map(|(_, seat)| (seat.person == id).then_some(&seat.owner));
        let here = || known(&self.people, &self.followers).find(|here| here.id == id);
        owner.or_else(|| Some(&here()?.person)).cloned()
    }

    /// How many are connected who have no seat.
    pub fn watching(&self, state: &RoomState) -> u32 {
        let owners = state.seated().map(|(_, seat)| seat.owner.player);
        let seated = owners.filter(|&player| self.is_here(player)).count();
        let here = u32::try_from(self.people.len() - seated).unwrap_or(u32::MAX);
        here.saturating_add(self.followers.watching())
    }

    /// Who is here, as everybody is told.
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
        // Who asks for something is to be seen in a crowd as well.
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

    /// Somebody who watches asks the host for the seat of a player who is gone, or asks no more.
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

    /// Whether a seat is that of a player of the running game who is gone.
    fn can_ask_for(&self, state: &RoomState, seat: Seat) -> bool {
        let owner = state.owner(seat).filter(|_| state.playing().is_some());
        let is_bot = state
            .seats()
            .get(seat)
            .is_some_and(|taken| taken.owner.is_bot());
        owner.is_some_and(|owner| !is_bot && !self.is_here(owner) && owner != state.creator())
    }

    /// Nobody asks any more for a seat that can't be given, or once they have one or are gone.
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

    /// Whether somebody has a page of the room before their eyes.
    pub fn is_looking(&self, player: PlayerId) -> bool {
        self.people.is_looking(player)
    }

    /// The page of a connection is before somebody's eyes, or not.
    pub fn look(&mut self, connection: ConnectionId, visible: bool) {
        self.people.look(connection, visible);
        if visible && let Some(here) = self.of(connection) {
            self.has_looked(here.person.player);
        }
    }

    /// Whoever has looked is told again.
    fn has_looked(&mut self, player: PlayerId) {
        self.told.retain(|(told, _), _| *told != player);
    }

    /// Whether somebody may be told of it now, which then counts as told. Whoever has looked since the last time is told
    /// again.
    pub fn may_tell(&mut self, now: Time, player: PlayerId, what: Happening) -> bool {
        self.told.retain(|_, last| now.since(*last) < TOLD_AGAIN_MS);
        let is_free = !self.told.contains_key(&(player, what));
        if is_free {
            self.told.insert((player, what), now);
        }
        is_free
    }

    /// Since when somebody is gone who is awaited: the host, or the owner of a seat.
    pub fn absent_since(&self, player: PlayerId) -> Option<Time> {
        self.absent.get(&player).copied()
    }

    /// The seats whose owners a game that starts now would leave out: between games, the players
    /// other than the host who are not ready and have been disconnected for
    /// [`ABSENT_AT_START_MS`].
    pub fn long_absent(&self, state: &RoomState, now: Time) -> Seats {
        let due = self.left_out_from(state);
        let gone = due.filter(|(from, _)| *from <= now);
        gone.map(|(_, seat)| seat).collect()
    }

    /// When the next player joins [`Audience::long_absent`]; `None` in a room without connections,
    /// where it matters to no one.
    pub fn long_absent_due(&self, state: &RoomState, now: Time) -> Option<Time> {
        if self.is_empty() {
            return None;
        }
        let due = self.left_out_from(state).map(|(from, _)| from);
        due.filter(|from| *from > now).min()
    }

    /// The seats whose owners are gone and not ready between games, with the time from which a
    /// game starts without each.
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

    /// Notes whose owners a game would start without, so that a change is sent with the presence.
    pub fn note_long_absent(&mut self, state: &RoomState, now: Time) {
        let long_absent = self.long_absent(state, now);
        self.changed |= long_absent != self.long_absent;
        self.long_absent = long_absent;
    }

    /// Notes since when the host and the owners of seats are gone.
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

    /// Those who only watch.
    pub(super) fn watchers(&self, state: &RoomState) -> impl Iterator<Item = &Attendee> {
        let here = self.people.iter();
        here.filter(|here| !state.has_part(here.person.player))
    }

    /// Whether those who only watch are a crowd.
    pub(super) fn has_crowd(&self, state: &RoomState) -> bool {
        let mut connections = self.watchers(state).flat_map(|here| &here.connections);
        self.people.len() > CROWD && connections.nth(CROWD).is_some()
    }
}

/// Who comes and goes.
impl Audience {
    /// Somebody is coming: their seat counts as one whose owner is here.
    pub fn expect(&mut self, player: PlayerId) {
        self.coming = Some(player);
    }

    /// Somebody is connected once more. The connection that is to be closed for it, if they had too many.
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

    /// A connection has ended; whose it was.
    pub fn disconnect(&mut self, connection: ConnectionId) -> Option<PlayerId> {
        let player = self.of(connection).map(|here| here.person.player);
        self.changed |= self.people.forget(connection) || self.followers.forget(connection);
        if self.people.is_empty() {
            self.editions.forget();
        }
        player
    }

    /// Ends the connections of those whom a record keeps out, and returns them.
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

    /// Ends the connections of programs from outside that have no seat any more, and returns them.
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

    /// Keeps nothing of someone that is theirs alone: their connections, which are returned, and what they said.
    pub fn forget(&mut self, player: PlayerId, id: PersonId) -> Vec<ConnectionId> {
        self.chat.lines.retain(|line| line.person != id);
        self.asked_seats.remove(&player);
        self.cut(player)
    }

    /// Ends the connections of someone, and returns them.
    fn cut(&mut self, player: PlayerId) -> Vec<ConnectionId> {
        let here = self.people.get(player);
        let connections = here.map_or(Vec::new(), |here| here.connections.clone());
        for &connection in &connections {
            self.disconnect(connection);
        }
        connections
    }
}

/// Under which names.
impl Audience {
    /// Somebody who is here goes by that name from now on.
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

    /// The number that someone's name is shown with, or will be.
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

    /// The events, each name that would not get its number by the log alone with it.
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

    /// Somebody who is here says something; what everybody is told of it.
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
