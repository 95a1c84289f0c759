//! Sends the changes of a room to its connections, as one message for each distinct view.

use std::collections::BTreeMap;

use senda_rules::Viewer;
use senda_wire::Packed;

use super::{
    Audience, Moment,
    crowd::Crowd,
    people::{Attendee, Told},
    snapshots::Advance,
};
use crate::{
    limits::PRESENCE_EVERY_MS,
    log::Record,
    person::PlayerId,
    protocol::{ChatLine, ServerMessage, Since, Step, TimelineEntry, Update, You},
    state::{Hidden, RoomState},
    step::{ConnectionId, Effect, FeedNews},
    time::Time,
};

impl Audience {
    /// Returns the time at which the next delayed message is due. A kind of message that was never
    /// sent before is due `now`.
    pub fn due(&self, now: Time) -> Option<Time> {
        let dues = [self.presence_due(now), self.crowd.due(now)];
        dues.into_iter().flatten().min()
    }

    /// Sends a new connection its identity, the state of the room, the presence and the chat.
    /// `since` is the state that the client already has.
    pub fn welcome(
        &mut self,
        moment: &Moment,
        connection: ConnectionId,
        since: Option<Since>,
        out: &mut Vec<Effect>,
    ) {
        let state = moment.state;
        let Some(here) = self.people.of(connection) else {
            return;
        };
        let player = here.person.player;
        let you = you(state, here);
        let mut others = here.connections.clone();
        others.retain(|&other| other != connection);
        let here = self.people.get_mut(player).expect("whose connection it is");
        let before = here.you.replace(you.clone());
        let to = [connection];
        tell(&to, ServerMessage::You(you.clone()), out);
        self.update(moment, connection, since, out);
        tell(&to, ServerMessage::Presence(self.presence(state)), out);
        let lines = self.chat.lines.iter().cloned().collect();
        tell(&to, ServerMessage::Chat { all: true, lines }, out);
        if before.is_some_and(|before| before != you) {
            tell(&others, ServerMessage::You(you), out);
        }
    }

    /// Sends a connection the events since the state that it has, and the current state. If that
    /// state can't be continued, the connection gets the complete state.
    pub fn update(
        &mut self,
        moment: &Moment,
        connection: ConnectionId,
        since: Option<Since>,
        out: &mut Vec<Effect>,
    ) {
        let state = moment.state;
        // The other connections get the changes that are in no record first, so that all hold the
        // same state.
        self.tell_moments(moment, out);
        let Some(here) = self.people.of(connection) else {
            return;
        };
        let player = here.person.player;
        let from = state.continued_since(since, player);
        let viewer = state.seat_owners().of(player);
        let own = self.editions.own(moment, viewer);
        let told = Told {
            version: state.version(),
            public: self.editions.current(),
            own: own.serial,
        };
        // A connection that is up to date gets an empty step as confirmation.
        let message = if from == told.version && self.people.told(connection) == told {
            ServerMessage::Step(Step {
                version: told.version,
                at: moment.now.0,
                happenings: Vec::new(),
                before: Vec::new(),
                change: Packed::no_change(),
                own: None,
            })
        } else {
            self.whole(moment, from, viewer, own.packed())
        };
        self.people.tell(connection, told);
        tell(&[connection], message, out);
    }

    /// Sends all connections the changes of the last record, and their own identities where these
    /// have changed. Feeds the record to the replicas.
    pub fn tell_record(
        &mut self,
        moment: &Moment,
        asker: Option<ConnectionId>,
        (changes_presence, fed): (bool, Option<Record>),
        out: &mut Vec<Effect>,
    ) {
        // The room itself sends the presence to a replica.
        if changes_presence && self.in_room.is_none() {
            // The presence goes out before the seat, so that a player who has just taken a seat
            // never appears absent.
            self.tell_presence_now(moment.state, moment.now, out);
        }
        if let Some(record) = fed {
            self.feed_record(moment, record, out);
        }
        self.tell_update(moment, asker, out);
        if changes_presence {
            self.tell_you(moment.state, out);
        }
    }

    /// Sends all connections the changes of the last record. A crowd of spectators gets them later,
    /// at its own time, except for the person who caused the change.
    fn tell_update(&mut self, moment: &Moment, asker: Option<ConnectionId>, out: &mut Vec<Effect>) {
        let state = moment.state;
        let has_crowd = self.has_crowd(state);
        let advance = self.editions.advance(moment, has_crowd);
        if !has_crowd {
            self.editions.drop_crowd();
            self.tell_those_behind(moment, &self.everybody(), &advance, out);
            return;
        }
        self.crowd.behind = true;
        let asker = asker.and_then(|connection| self.people.of(connection));
        let asker = asker.map(|here| here.person.player);
        let mut at_once = with_a_part(state);
        at_once.extend(asker.filter(|&player| !state.has_part(player)));
        self.tell_those_behind(moment, &at_once, &advance, out);
    }

    /// Sends the current state of the clocks to all connections that are otherwise up to date,
    /// after a change that is not in the log.
    pub fn tell_moments(&mut self, moment: &Moment, out: &mut Vec<Effect>) {
        self.feed_moments(moment, out);
        let version = moment.state.version();
        let advance = self.editions.advance(moment, self.crowd.behind);
        let public = self.editions.current();
        let Some(change) = advance.of(advance.from).filter(|_| advance.from != public) else {
            return;
        };
        let mut to = self.people.connections();
        to.retain(|&connection| {
            let told = self.people.told(connection);
            told.public == advance.from && told.version == version
        });
        for &connection in &to {
            let told = self.people.told(connection);
            self.people.tell(connection, Told { public, ..told });
        }
        let step = Step {
            version,
            at: moment.now.0,
            happenings: Vec::new(),
            before: Vec::new(),
            change: change.clone(),
            own: None,
        };
        tell(&to, ServerMessage::Step(step), out);
    }

    /// Sends each person their own identity if it has changed.
    fn tell_you(&mut self, state: &RoomState, out: &mut Vec<Effect>) {
        for player in self.everybody() {
            self.tell_you_to(state, player, out);
        }
    }

    /// Sends a person their own identity, if they are connected and it has changed.
    pub fn tell_you_to(&mut self, state: &RoomState, player: PlayerId, out: &mut Vec<Effect>) {
        let Some(here) = self.people.get_mut(player) else {
            return;
        };
        let you = you(state, here);
        if here.you.as_ref() != Some(&you) {
            here.you = Some(you.clone());
            tell(&here.connections, ServerMessage::You(you), out);
        }
    }

    /// Sends a chat message to all connections at once, to the players before a crowd of
    /// spectators.
    pub fn tell_chat(&self, moment: &Moment, said: ChatLine, out: &mut Vec<Effect>) {
        let state = moment.state;
        self.feed(moment.now, || FeedNews::Chat(said.clone()), out);
        let message = ServerMessage::Chat {
            all: false,
            lines: vec![said],
        };
        if self.has_crowd(state) {
            tell(&self.connections_with_a_part(state), message.clone(), out);
            tell(&self.connections_that_only_watch(state), message, out);
        } else {
            tell(&self.people.connections(), message, out);
        }
    }

    /// Sends the presence to all connections if it has changed and was not sent just now.
    pub fn tell_presence(&mut self, state: &RoomState, now: Time, out: &mut Vec<Effect>) {
        if self.presence_due(now).is_some_and(|due| due <= now) {
            self.tell_presence_now(state, now, out);
        }
    }

    /// Sends the presence to all connections without throttling. It is for changes that are in the
    /// log, and so are sent to all connections anyway. Only a crowd gets it later, at its own time.
    pub(super) fn tell_presence_now(
        &mut self,
        state: &RoomState,
        now: Time,
        out: &mut Vec<Effect>,
    ) {
        self.changed = false;
        self.last_told = Some(now);
        self.feed(now, || FeedNews::Presence(self.presence(state)), out);
        self.crowd.presence = self.has_crowd(state);
        let to = if self.crowd.presence {
            self.connections_with_a_part(state)
        } else {
            self.people.connections()
        };
        if !to.is_empty() {
            tell(&to, ServerMessage::Presence(self.presence(state)), out);
        }
    }

    /// Sends the crowd everything that is pending for it, if its time has come.
    pub fn tell_crowd(&mut self, moment: &Moment, out: &mut Vec<Effect>) {
        let state = moment.state;
        if self
            .crowd
            .due(moment.now)
            .is_none_or(|due| due > moment.now)
        {
            return;
        }
        let Crowd {
            behind, presence, ..
        } = self.crowd.take(moment.now);
        if presence {
            let to = self.connections_that_only_watch(state);
            tell(&to, ServerMessage::Presence(self.presence(state)), out);
        }
        if behind {
            self.tell_moments(moment, out);
            let advance = self.editions.catch_up();
            self.tell_those_behind(moment, &self.everybody(), &advance, out);
        }
    }

    /// Returns the time at which a pending presence is due.
    fn presence_due(&self, now: Time) -> Option<Time> {
        let due = self
            .last_told
            .map_or(now, |last| last.plus(PRESENCE_EVERY_MS));
        (self.changed && self.in_room.is_none() && !self.is_empty()).then_some(due)
    }

    fn everybody(&self) -> Vec<PlayerId> {
        self.people.iter().map(|here| here.person.player).collect()
    }

    fn connections_that_only_watch(&self, state: &RoomState) -> Vec<ConnectionId> {
        let watchers = self.watchers(state);
        watchers
            .flat_map(|here| &here.connections)
            .copied()
            .collect()
    }

    fn connections_with_a_part(&self, state: &RoomState) -> Vec<ConnectionId> {
        let players = with_a_part(state).into_iter();
        let here = players.filter_map(|player| self.people.get(player));
        here.flat_map(|here| &here.connections).copied().collect()
    }

    /// Sends each connection of these people what it has not received yet. A connection whose owner
    /// has changed seats since gets the complete state, because other information was hidden from
    /// it before.
    fn tell_those_behind(
        &mut self,
        moment: &Moment,
        players: &[PlayerId],
        advance: &Advance,
        out: &mut Vec<Effect>,
    ) {
        let state = moment.state;
        let version = state.version();
        let owners = state.seat_owners();
        // All connections of a group get the same message. The groups of the host and of players
        // come before those of spectators.
        let mut groups: BTreeMap<(bool, Viewer, Told), Vec<ConnectionId>> = BTreeMap::new();
        for here in players.iter().filter_map(|&player| self.people.get(player)) {
            let player = here.person.player;
            let only_watches = !state.has_part(player);
            for &connection in &here.connections {
                let mut told = self.people.told(connection);
                if told.version < version {
                    told.version = state.continued(told.version, player);
                    let group = (only_watches, owners.of(player), told);
                    groups.entry(group).or_default().push(connection);
                }
            }
        }
        let held = groups.keys().map(|(_, _, told)| told.version);
        let oldest = held.filter(|&version| version > 0).min();
        let hidden = state.hidden(oldest.unwrap_or(version));
        let public = self.editions.current();
        let mut letters: Vec<Letter> = Vec::new();
        for ((only_watches, viewer, told), to) in groups {
            let own = self.editions.own(moment, viewer);
            for &connection in &to {
                let told = Told {
                    version,
                    public,
                    own: own.serial,
                };
                self.people.tell(connection, told);
            }
            let continues = told.version > 0 && advance.of(told.public).is_some();
            let letter = Letter {
                only_watches,
                from: told.version,
                change: advance.of(told.public).filter(|_| continues),
                viewer,
                own: (own.serial != told.own || !continues).then(|| own.packed()),
                to,
            };
            // Most seats know nothing about these events that the others do not, so one message
            // is enough for all of them.
            let mut others = letters.iter_mut();
            match others.find(|other| other.is_like(&letter, &hidden)) {
                Some(other) => other.to.extend(letter.to),
                None => letters.push(letter),
            }
        }
        for letter in letters {
            let Letter { from, viewer, .. } = letter;
            let message = match letter.change {
                Some(change) => ServerMessage::Step(step(moment, from, viewer, change, letter.own)),
                None => self.whole(moment, from, viewer, letter.own.unwrap_or_default()),
            };
            tell(&letter.to, message, out);
        }
    }

    /// Returns the complete state, with the events after version `from`.
    fn whole(&self, moment: &Moment, from: u32, viewer: Viewer, own: Packed) -> ServerMessage {
        let state = moment.state;
        ServerMessage::Update(Update {
            epoch: state.epoch(),
            from,
            version: state.version(),
            now: moment.now.0,
            happenings: state.timeline(from, viewer),
            view: self.editions.whole(),
            own,
        })
    }
}

/// An outgoing message and its recipients.
struct Letter<'a> {
    only_watches: bool,
    /// The last version that the recipients received, or 0 if none.
    from: u32,
    /// The public changes since that version, or `None` if the recipients need the complete state.
    change: Option<&'a Packed>,
    /// The viewer that the first recipient sees the game as.
    viewer: Viewer,
    /// The private part of the game, if it has to be sent.
    own: Option<Packed>,
    to: Vec<ConnectionId>,
}

impl Letter<'_> {
    /// Returns whether both messages have the same content.
    fn is_like(&self, other: &Self, hidden: &Hidden) -> bool {
        self.only_watches == other.only_watches
            && self.from == other.from
            && self.change == other.change
            && self.own == other.own
            && (self.viewer == other.viewer
                || self.change.is_some()
                    && hidden.are_told_alike(self.from, [self.viewer, other.viewer]))
    }
}

/// Returns the step with the events after version `from` and the changes since.
fn step(moment: &Moment, from: u32, viewer: Viewer, change: &Packed, own: Option<Packed>) -> Step {
    let version = moment.state.version();
    let at = moment.now.0;
    let news = moment.state.timeline(from, viewer);
    let is_just_now = |entry: &TimelineEntry| entry.version == version && entry.at == at;
    let (now, before): (Vec<_>, Vec<_>) = news.into_iter().partition(is_just_now);
    Step {
        version,
        at,
        happenings: now.into_iter().map(|entry| entry.happening).collect(),
        before,
        change: change.clone(),
        own,
    }
}

/// Sends a message to all of these connections, if there are any.
fn tell(to: &[ConnectionId], message: ServerMessage, out: &mut Vec<Effect>) {
    if !to.is_empty() {
        let to = to.to_vec();
        out.push(Effect::Tell { to, message });
    }
}

/// Returns the host and the owners of seats, each once. Some may not be connected.
fn with_a_part(state: &RoomState) -> Vec<PlayerId> {
    let host = state.host().player;
    let seated = state.seated().map(|(_, seat)| seat.owner.player);
    seated
        .filter(|&player| player != host)
        .chain([host])
        .collect()
}

/// Returns the identity of a person in this room, as the person receives it.
fn you(state: &RoomState, here: &Attendee) -> You {
    let player = here.person.player;
    You {
        person: here.id,
        name: here.person.name.clone(),
        seat: state.seat_of(player),
        host: state.is_host(player),
        left_out: state.is_left_out(player),
        tabs: u8::try_from(here.connections.len()).expect("at most CONNECTIONS_EACH"),
    }
}
