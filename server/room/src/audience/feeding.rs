//! What a room feeds its followers, and what a follower makes of it for those who watch there.

use super::{followers::Following, people::Attendee, presence::Audience};
use crate::{
    feed::{Beginning, Feed, FeedNews},
    limits::PEOPLE_NAMED,
    log::Record,
    moment::Moment,
    person::Person,
    protocol::{ChatLine, Presence},
    state::RoomState,
    step::{ConnectionId, Effect},
    time::Time,
};

/// On the server of the room.
impl Audience {
    /// A follower has come, and begins with this.
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

    /// Whether there are followers.
    pub fn has_followers(&self) -> bool {
        !self.followers.by_connection.is_empty()
    }

    /// A follower says who watches there.
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
            // Each is numbered by those before.
            if let Some(following) = self.followers.by_connection.get_mut(&connection) {
                following.named.push(attendee.clone());
            }
            people.push(attendee);
        }
        self.changed |= people.len() != before.len();
    }

    /// A follower has asked whether the room is still here, which it is.
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

    /// Feeds all followers, if there are any.
    pub(super) fn feed(&self, now: Time, news: impl FnOnce() -> FeedNews, out: &mut Vec<Effect>) {
        let to: Vec<_> = self.followers.by_connection.keys().copied().collect();
        if !to.is_empty() {
            feed(to, now, news(), out);
        }
    }

    /// Feeds them how the clocks run, if they were told otherwise.
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

    /// Feeds them the last record.
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

/// On the server of a follower.
impl Audience {
    /// That of a follower, which is told who is in the room, and what has been said.
    pub fn of_follower(presence: Presence, chat: Vec<ChatLine>) -> Self {
        let mut audience = Self::default();
        audience.in_room = Some(presence);
        audience.chat.lines = chat.into();
        audience
    }

    /// The room says who is in it.
    pub fn hear_presence(&mut self, moment: &Moment, presence: Presence, out: &mut Vec<Effect>) {
        self.in_room = Some(presence);
        let changed = self.changed;
        self.tell_presence_now(moment.state, moment.now, out);
        self.changed = changed;
    }

    /// Somebody has said something in the room.
    pub fn hear_chat(&mut self, moment: &Moment, line: ChatLine, out: &mut Vec<Effect>) {
        self.chat.say(line.clone());
        self.tell_chat(moment, line, out);
    }

    /// Whether somebody has come or gone since this was asked last.
    pub fn take_changes(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// How many are connected here, and the first of them.
    pub fn watching_here(&self) -> (u32, Vec<Person>) {
        let count = u32::try_from(self.people.len()).unwrap_or(u32::MAX);
        let first = self.people.iter().take(PEOPLE_NAMED);
        (count, first.map(|here| here.person.clone()).collect())
    }

    /// Those who have a part in the room by now leave, and their connections are returned.
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
