//! Sends the changes of a room to its connections: at once, or later where a limit delays them.

use senda_wire::Packed;

use super::{
    Audience, Course, Moment,
    crowd::Crowd,
    people::{Attendee, Delivered},
    snapshots::Diffs,
};
use crate::{
    limits::PRESENCE_EVERY_MS,
    log::Record,
    person::PlayerId,
    protocol::{ChatLine, ServerMessage, Since, Step, You},
    state::RoomState,
    step::{ConnectionId, Effect, FeedPayload},
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
        send(&to, ServerMessage::You(you.clone()), out);
        self.update(moment, connection, since, out);
        send(&to, ServerMessage::Presence(self.presence(state)), out);
        let lines = self.chat.lines.iter().cloned().collect();
        send(&to, ServerMessage::Chat { all: true, lines }, out);
        if before.is_some_and(|before| before != you) {
            self.send_you(state, &others, &you, out);
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
        // The other connections get the changes that are in no record first, so that all hold the
        // same state.
        self.send_clock_times(moment, out);
        let Some(here) = self.people.of(connection) else {
            return;
        };
        let moment = &moment.of_player(here.person.player);
        let Some(player) = self.people.holder(connection) else {
            return;
        };
        let state = moment.state;
        let (is_behind, course) = (self.crowd.behind, moment.course);
        // A connection that begins to see the game later may have seen it as another viewer.
        let continues =
            course == Course::Live || self.people.delivered(connection).course == course;
        let from = state.continued_since(since.filter(|_| continues), player);
        let viewer = moment.viewer(player);
        let snapshots = self.snapshots_of(moment);
        if course != Course::Live {
            snapshots.advance(moment, is_behind);
        }
        let private = snapshots.private_part(moment, viewer);
        let delivered = Delivered {
            version: state.version,
            public: snapshots.current(),
            private: private.serial,
            course,
        };
        // A connection that is up to date gets an empty step as confirmation.
        let message = if from == delivered.version && self.people.delivered(connection) == delivered
        {
            ServerMessage::Step(Step {
                version: delivered.version,
                at: moment.now.0,
                happenings: Vec::new(),
                before: Vec::new(),
                change: Packed::no_change(),
                own: None,
            })
        } else {
            self.whole(moment, from, viewer, private.packed())
        };
        self.people.set_delivered(connection, delivered);
        send(&[connection], message, out);
    }

    /// Sends all connections the changes of the last record, and their own identities where these
    /// have changed. Feeds the record to the replicas.
    pub fn send_record(
        &mut self,
        moment: &Moment,
        sender: Option<ConnectionId>,
        changes_presence: bool,
        fed: Option<Record>,
        out: &mut Vec<Effect>,
    ) {
        // The room itself sends the presence to a replica.
        if changes_presence && self.presence_of_room.is_none() {
            // The presence goes out before the seat, so that a player who has just taken a seat
            // never appears absent.
            self.send_presence(moment.state, moment.now, out);
        }
        if let Some(record) = fed {
            self.feed_record(moment, record, out);
        }
        self.send_last_record(moment, sender, out);
        if changes_presence {
            self.send_identities(moment.state, out);
        }
    }

    /// Sends all connections the changes of the last record. A crowd of spectators gets them later,
    /// at its own time, except for the person who caused the change.
    fn send_last_record(
        &mut self,
        moment: &Moment,
        sender: Option<ConnectionId>,
        out: &mut Vec<Effect>,
    ) {
        let state = moment.state;
        let has_crowd = self.has_crowd(state);
        let diffs = Diffs {
            live: self.snapshots.advance(moment, has_crowd),
            delayed: moment
                .delayed()
                .filter(|_| self.has_late_viewers(state))
                .map(|moment| self.delayed_snapshots.advance(&moment, has_crowd)),
        };
        if !has_crowd {
            // No update is pending for one.
            self.snapshots.crowd = None;
            self.delayed_snapshots.crowd = None;
            self.send_missed_changes(moment, &self.all_players(), &diffs, out);
            return;
        }
        self.crowd.behind = true;
        let sender = sender.and_then(|connection| self.people.of(connection));
        let sender = sender.map(|here| here.person.player);
        let mut at_once = participants(state);
        at_once.extend(sender.filter(|&player| !state.has_part(player)));
        self.send_missed_changes(moment, &at_once, &diffs, out);
    }

    /// Sends the current state of the clocks to all connections that are otherwise up to date,
    /// after a change that is not in the log.
    pub fn send_clock_times(&mut self, moment: &Moment, out: &mut Vec<Effect>) {
        self.feed_clock_times(moment, out);
        let version = moment.state.version;
        let diff = self.snapshots.advance(moment, self.crowd.behind);
        let public = self.snapshots.current();
        let Some(change) = diff.of(diff.from).filter(|_| diff.from != public) else {
            return;
        };
        let mut to = self.people.connections();
        to.retain(|&connection| {
            let delivered = self.people.delivered(connection);
            let is_live = delivered.course == Course::Live;
            is_live && delivered.public == diff.from && delivered.version == version
        });
        for &connection in &to {
            let delivered = self.people.delivered(connection);
            self.people.set_delivered(
                connection,
                Delivered {
                    public,
                    ..delivered
                },
            );
        }
        let step = Step {
            version,
            at: moment.now.0,
            happenings: Vec::new(),
            before: Vec::new(),
            change: change.clone(),
            own: None,
        };
        send(&to, ServerMessage::Step(step), out);
    }

    /// Sends each person their own identity if it has changed.
    fn send_identities(&mut self, state: &RoomState, out: &mut Vec<Effect>) {
        for player in self.all_players() {
            self.send_identity(state, player, out);
        }
    }

    /// Sends a person their own identity, if they are connected and it has changed.
    pub fn send_identity(&mut self, state: &RoomState, player: PlayerId, out: &mut Vec<Effect>) {
        let Some(here) = self.people.get_mut(player) else {
            return;
        };
        let you = you(state, here);
        if here.you.as_ref() != Some(&you) {
            here.you = Some(you.clone());
            let to = here.connections.clone();
            self.send_you(state, &to, &you, out);
        }
    }

    /// Sends a person's identity to these connections of theirs, each with the seat of the player
    /// who holds the device.
    fn send_you(&self, state: &RoomState, to: &[ConnectionId], you: &You, out: &mut Vec<Effect>) {
        let own = |connection: &ConnectionId| {
            let here = self.people.of(*connection).map(|here| here.person.player);
            self.people.holder(*connection) == here
        };
        let (own, passed): (Vec<_>, Vec<_>) = to.iter().copied().partition(own);
        send(&own, ServerMessage::You(you.clone()), out);
        for connection in passed {
            let seat = self
                .people
                .holder(connection)
                .and_then(|of| state.seat_of(of));
            let you = You {
                seat,
                ..you.clone()
            };
            send(&[connection], ServerMessage::You(you), out);
        }
    }

    /// Passes the device of a connection to a guest of its person, or back to the person. The
    /// connection gets the complete state as its new holder may know it, and nothing of what the
    /// former one knew.
    pub fn pass(
        &mut self,
        moment: &Moment,
        connection: ConnectionId,
        guest: Option<PlayerId>,
        out: &mut Vec<Effect>,
    ) {
        self.people.pass(connection, guest);
        self.people.set_delivered(connection, Delivered::default());
        let here = self.people.of(connection);
        if let Some(you) = here.and_then(|here| here.you.clone()) {
            self.send_you(moment.state, &[connection], &you, out);
        }
        self.update(moment, connection, None, out);
    }

    /// Returns devices to their owners whose guests do not play any more. Returns their
    /// connections. After a game, its players know everything, so a connection goes on from what it
    /// has. While the game runs, it needs the complete state.
    pub fn take_devices_back(&mut self, state: &RoomState) -> Vec<ConnectionId> {
        let is_over = state.playing().is_none();
        let mut returned = self.people.held_by_guests();
        returned.retain(|(_, guest)| is_over || state.seat_of(*guest).is_none());
        for &(connection, _) in &returned {
            self.people.pass(connection, None);
            if !is_over {
                self.people.set_delivered(connection, Delivered::default());
            }
        }
        returned
            .into_iter()
            .map(|(connection, _)| connection)
            .collect()
    }

    /// Sends the identities of their owners to connections whose devices were returned.
    pub fn send_returned(
        &self,
        state: &RoomState,
        returned: &[ConnectionId],
        out: &mut Vec<Effect>,
    ) {
        for &connection in returned {
            let here = self.people.of(connection);
            if let Some(you) = here.and_then(|here| here.you.as_ref()) {
                self.send_you(state, &[connection], you, out);
            }
        }
    }

    /// Sends a chat message to all connections at once, to the players before a crowd of
    /// spectators.
    pub fn send_chat(&self, moment: &Moment, line: ChatLine, out: &mut Vec<Effect>) {
        let state = moment.state;
        self.feed(moment.now, || FeedPayload::Chat(line.clone()), out);
        let message = ServerMessage::Chat {
            all: false,
            lines: vec![line],
        };
        if self.has_crowd(state) {
            send(
                &self.connections_of_participants(state),
                message.clone(),
                out,
            );
            send(&self.connections_of_spectators(state), message, out);
        } else {
            send(&self.people.connections(), message, out);
        }
    }

    /// Sends the presence to all connections if it has changed and was not sent just now.
    pub fn send_presence_if_due(&mut self, state: &RoomState, now: Time, out: &mut Vec<Effect>) {
        if self.presence_due(now).is_some_and(|due| due <= now) {
            self.send_presence(state, now, out);
        }
    }

    /// Sends the presence to all connections without throttling. It is for changes that are in the
    /// log, and so are sent to all connections anyway. Only a crowd gets it later, at its own time.
    pub(super) fn send_presence(&mut self, state: &RoomState, now: Time, out: &mut Vec<Effect>) {
        self.presence_changed = false;
        self.presence_sent = Some(now);
        self.feed(now, || FeedPayload::Presence(self.presence(state)), out);
        self.crowd.presence = self.has_crowd(state);
        let to = if self.crowd.presence {
            self.connections_of_participants(state)
        } else {
            self.people.connections()
        };
        if !to.is_empty() {
            send(&to, ServerMessage::Presence(self.presence(state)), out);
        }
    }

    /// Sends the crowd everything that is pending for it, if its time has come.
    pub fn send_to_crowd(&mut self, moment: &Moment, out: &mut Vec<Effect>) {
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
            let to = self.connections_of_spectators(state);
            send(&to, ServerMessage::Presence(self.presence(state)), out);
        }
        if behind {
            self.send_clock_times(moment, out);
            let diffs = Diffs {
                live: self.snapshots.catch_up(),
                delayed: moment.delayed().map(|_| self.delayed_snapshots.catch_up()),
            };
            self.send_missed_changes(moment, &self.all_players(), &diffs, out);
        }
    }

    /// Returns the time at which a pending presence is due.
    fn presence_due(&self, now: Time) -> Option<Time> {
        let due = self
            .presence_sent
            .map_or(now, |last| last.plus(PRESENCE_EVERY_MS));
        (self.presence_changed && self.presence_of_room.is_none() && !self.is_empty())
            .then_some(due)
    }

    fn all_players(&self) -> Vec<PlayerId> {
        self.people.iter().map(|here| here.person.player).collect()
    }

    fn connections_of_spectators(&self, state: &RoomState) -> Vec<ConnectionId> {
        let spectators = self.spectators(state);
        spectators
            .flat_map(|here| &here.connections)
            .copied()
            .collect()
    }

    fn connections_of_participants(&self, state: &RoomState) -> Vec<ConnectionId> {
        let players = participants(state).into_iter();
        let here = players.filter_map(|player| self.people.get(player));
        here.flat_map(|here| &here.connections).copied().collect()
    }
}

/// Sends a message to all of these connections, if there are any.
pub(super) fn send(to: &[ConnectionId], message: ServerMessage, out: &mut Vec<Effect>) {
    if !to.is_empty() {
        let to = to.to_vec();
        out.push(Effect::Send { to, message });
    }
}

/// Returns the host and the people whose devices the seats are played on, each once. Some may not
/// be connected.
fn participants(state: &RoomState) -> Vec<PlayerId> {
    let mut all = Vec::new();
    for (_, seat) in state.seated() {
        let player = seat.owner.connects_as();
        if player != state.host.player && !all.contains(&player) {
            all.push(player);
        }
    }
    all.push(state.host.player);
    all
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
