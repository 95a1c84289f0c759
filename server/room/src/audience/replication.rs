//! The messages from a room to its replicas, and their effect on the audience of a replica.

use super::{Audience, Moment, chat::Chat, people::Attendee, replicas::ReplicaSpectators};
use crate::{
    limits::PEOPLE_NAMED,
    log::Record,
    person::Person,
    protocol::{ChatLine, Presence},
    state::RoomState,
    step::{Beginning, ConnectionId, Effect, Feed, FeedPayload},
    time::Time,
};

/// The audience on the server of the room.
impl Audience {
    /// Adds a replica, and sends it the initial state.
    pub fn add_replica(
        &mut self,
        moment: &Moment,
        connection: ConnectionId,
        out: &mut Vec<Effect>,
    ) {
        if self.replicas.by_connection.is_empty() {
            self.replicas.clock_times = moment.clock_times();
        }
        let spectators = ReplicaSpectators::default();
        self.replicas.by_connection.insert(connection, spectators);
        let state = moment.state;
        let beginning = Beginning {
            version: state.version,
            timeline: state.timeline,
            clock_times: moment.clock_times(),
            presence: self.presence(state),
            chat: self.chat.lines.iter().cloned().collect(),
            view: moment.as_json(),
        };
        let payload = FeedPayload::Beginning(Box::new(beginning));
        feed(vec![connection], moment.now, payload, out);
    }

    /// Returns whether the room has replicas.
    pub fn has_replicas(&self) -> bool {
        !self.replicas.by_connection.is_empty()
    }

    /// Stores the spectators that a replica reports.
    pub fn note_watching(
        &mut self,
        state: &RoomState,
        connection: ConnectionId,
        count: u32,
        named: Vec<Person>,
    ) {
        let Some(spectators) = self.replicas.by_connection.get_mut(&connection) else {
            return;
        };
        let before = std::mem::take(&mut spectators.named);
        self.presence_changed |= spectators.count != count;
        spectators.count = count;
        let mut people = Vec::new();
        for person in named.into_iter().take(PEOPLE_NAMED) {
            let mut known = before.iter();
            let known = known.find(|known| known.person == person).cloned();
            self.presence_changed |= known.is_none();
            let attendee = known.unwrap_or_else(|| self.attendee(state, person));
            // The numbers of the names depend on the people before.
            if let Some(spectators) = self.replicas.by_connection.get_mut(&connection) {
                spectators.named.push(attendee.clone());
            }
            people.push(attendee);
        }
        self.presence_changed |= people.len() != before.len();
    }

    /// Answers a replica's question whether the room is still on this server. It is.
    pub fn confirm_still_here(
        &self,
        now: Time,
        connection: ConnectionId,
        question: u64,
        out: &mut Vec<Effect>,
    ) {
        if self.replicas.by_connection.contains_key(&connection) {
            let payload = FeedPayload::StillHere(question);
            feed(vec![connection], now, payload, out);
        }
    }

    /// Sends a message to all replicas, if there are any.
    pub(super) fn feed(
        &self,
        now: Time,
        payload: impl FnOnce() -> FeedPayload,
        out: &mut Vec<Effect>,
    ) {
        let to: Vec<_> = self.replicas.by_connection.keys().copied().collect();
        if !to.is_empty() {
            feed(to, now, payload(), out);
        }
    }

    /// Sends the state of the clocks to the replicas if it has changed.
    pub(super) fn feed_clock_times(&mut self, moment: &Moment, out: &mut Vec<Effect>) {
        if !self.has_replicas() {
            return;
        }
        let clock_times = moment.clock_times();
        if clock_times != self.replicas.clock_times {
            self.replicas.clock_times.clone_from(&clock_times);
            self.feed(moment.now, || FeedPayload::ClockTimes(clock_times), out);
        }
    }

    /// Sends the last record to the replicas.
    pub(super) fn feed_record(&mut self, moment: &Moment, record: Record, out: &mut Vec<Effect>) {
        let clock_times = moment.clock_times();
        self.replicas.clock_times.clone_from(&clock_times);
        self.feed(
            moment.now,
            || FeedPayload::Record {
                record,
                clock_times,
            },
            out,
        );
    }
}

fn feed(to: Vec<ConnectionId>, at: Time, payload: FeedPayload, out: &mut Vec<Effect>) {
    let feed = Feed { at, payload };
    out.push(Effect::Feed { to, feed });
}

/// The audience on the server of a replica.
impl Audience {
    /// Creates the audience of a replica, with the presence and the chat of the room.
    pub fn of_replica(presence: Presence, chat: Vec<ChatLine>) -> Self {
        Self {
            presence_of_room: Some(presence),
            chat: Chat::of(chat),
            ..Self::default()
        }
    }

    /// Stores the presence that the room has sent, and forwards it.
    pub fn receive_presence(&mut self, moment: &Moment, presence: Presence, out: &mut Vec<Effect>) {
        self.presence_of_room = Some(presence);
        let presence_changed = self.presence_changed;
        self.send_presence(moment.state, moment.now, out);
        self.presence_changed = presence_changed;
    }

    /// Stores a chat message that the room has sent, and forwards it.
    pub fn receive_chat(&mut self, moment: &Moment, line: ChatLine, out: &mut Vec<Effect>) {
        self.chat.push(line.clone());
        self.send_chat(moment, line, out);
    }

    /// Returns the number of people who are connected here, and the first of them.
    pub fn watching_here(&self) -> (u32, Vec<Person>) {
        let count = u32::try_from(self.people.len()).unwrap_or(u32::MAX);
        let first = self.people.iter().take(PEOPLE_NAMED);
        (count, first.map(|here| here.person.clone()).collect())
    }

    /// Disconnects the people who have become the host or the owner of a seat, because the room
    /// itself serves those. Returns their connections.
    pub fn disconnect_participants(&mut self, state: &RoomState) -> Vec<ConnectionId> {
        let has_part = |here: &&Attendee| state.has_part(here.person.player);
        let gone: Vec<_> = self.people.iter().filter(has_part).collect();
        let gone: Vec<_> = gone
            .iter()
            .flat_map(|here| here.connections.clone())
            .collect();
        for &connection in &gone {
            self.disconnect(connection);
        }
        gone
    }
}
