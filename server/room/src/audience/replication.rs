//! The messages from a room to its replicas, and their effect on the audience of a replica.

use super::{Audience, Moment, people::Attendee, replicas::Following};
use crate::{
    limits::PEOPLE_NAMED,
    log::Record,
    person::Person,
    protocol::{ChatLine, Presence},
    state::RoomState,
    step::{Beginning, ConnectionId, Effect, Feed, FeedNews},
    time::Time,
};

/// The audience on the server of the room.
impl Audience {
    /// Adds a replica, and sends it the initial state.
    pub fn follow(&mut self, moment: &Moment, connection: ConnectionId, out: &mut Vec<Effect>) {
        if self.followers.by_connection.is_empty() {
            self.followers.moments = moment.moments();
        }
        let following = Following::default();
        self.followers.by_connection.insert(connection, following);
        let state = moment.state;
        let beginning = Beginning {
            version: state.version(),
            timeline: state.timeline_of_database(),
            moments: moment.moments(),
            presence: self.presence(state),
            chat: self.chat.lines.iter().cloned().collect(),
            view: moment.as_json(),
        };
        let news = FeedNews::Beginning(Box::new(beginning));
        feed(vec![connection], moment.now, news, out);
    }

    /// Returns whether the room has replicas.
    pub fn has_followers(&self) -> bool {
        !self.followers.by_connection.is_empty()
    }

    /// Stores the spectators that a replica reports.
    pub fn note_watching(
        &mut self,
        state: &RoomState,
        connection: ConnectionId,
        count: u32,
        named: Vec<Person>,
    ) {
        let Some(following) = self.followers.by_connection.get_mut(&connection) else {
            return;
        };
        let before = std::mem::take(&mut following.named);
        self.changed |= following.count != count;
        following.count = count;
        let mut people = Vec::new();
        for person in named.into_iter().take(PEOPLE_NAMED) {
            let mut known = before.iter();
            let known = known.find(|known| known.person == person).cloned();
            self.changed |= known.is_none();
            let attendee = known.unwrap_or_else(|| {
                let likeness = person.name.likeness();
                Attendee {
                    id: state.person_id(person.player),
                    number: self.number(state, person.player, &person.name, &likeness),
                    likeness,
                    person,
                    connections: Vec::new(),
                    you: None,
                }
            });
            // The numbers of the names depend on the people before.
            if let Some(following) = self.followers.by_connection.get_mut(&connection) {
                following.named.push(attendee.clone());
            }
            people.push(attendee);
        }
        self.changed |= people.len() != before.len();
    }

    /// Answers a replica's question whether the room is still on this server. It is.
    pub fn say_still_here(
        &self,
        now: Time,
        connection: ConnectionId,
        question: u64,
        out: &mut Vec<Effect>,
    ) {
        if self.followers.by_connection.contains_key(&connection) {
            let news = FeedNews::StillHere(question);
            feed(vec![connection], now, news, out);
        }
    }

    /// Sends a message to all replicas, if there are any.
    pub(super) fn feed(&self, now: Time, news: impl FnOnce() -> FeedNews, out: &mut Vec<Effect>) {
        let to: Vec<_> = self.followers.by_connection.keys().copied().collect();
        if !to.is_empty() {
            feed(to, now, news(), out);
        }
    }

    /// Sends the state of the clocks to the replicas if it has changed.
    pub(super) fn feed_moments(&mut self, moment: &Moment, out: &mut Vec<Effect>) {
        if !self.has_followers() {
            return;
        }
        let moments = moment.moments();
        if moments != self.followers.moments {
            self.followers.moments.clone_from(&moments);
            self.feed(moment.now, || FeedNews::Moments(moments), out);
        }
    }

    /// Sends the last record to the replicas.
    pub(super) fn feed_record(&mut self, moment: &Moment, record: Record, out: &mut Vec<Effect>) {
        let moments = moment.moments();
        self.followers.moments.clone_from(&moments);
        self.feed(moment.now, || FeedNews::Record { record, moments }, out);
    }
}

fn feed(to: Vec<ConnectionId>, at: Time, news: FeedNews, out: &mut Vec<Effect>) {
    let feed = Feed { at, news };
    out.push(Effect::Feed { to, feed });
}

/// The audience on the server of a replica.
impl Audience {
    /// Creates the audience of a replica, with the presence and the chat of the room.
    pub fn of_follower(presence: Presence, chat: Vec<ChatLine>) -> Self {
        let mut audience = Self::default();
        audience.in_room = Some(presence);
        audience.chat.lines = chat.into();
        audience
    }

    /// Stores the presence that the room has sent, and forwards it.
    pub fn hear_presence(&mut self, moment: &Moment, presence: Presence, out: &mut Vec<Effect>) {
        self.in_room = Some(presence);
        let changed = self.changed;
        self.tell_presence_now(moment.state, moment.now, out);
        self.changed = changed;
    }

    /// Stores a chat message that the room has sent, and forwards it.
    pub fn hear_chat(&mut self, moment: &Moment, line: ChatLine, out: &mut Vec<Effect>) {
        self.chat.say(line.clone());
        self.tell_chat(moment, line, out);
    }

    /// Returns whether the spectators have changed since the last call.
    pub fn take_changes(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Returns the number of people who are connected here, and the first of them.
    pub fn watching_here(&self) -> (u32, Vec<Person>) {
        let count = u32::try_from(self.people.len()).unwrap_or(u32::MAX);
        let first = self.people.iter().take(PEOPLE_NAMED);
        (count, first.map(|here| here.person.clone()).collect())
    }

    /// Disconnects the people who have become the host or the owner of a seat, because the room
    /// itself serves those. Returns their connections.
    pub fn send_to_room(&mut self, state: &RoomState) -> Vec<ConnectionId> {
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
