//! What everybody is told: one message for each distinct view.

use std::collections::BTreeMap;

use senda_rules::Viewer;
use senda_wire::Packed;

use super::{
    crowd::Crowd,
    editions::Advance,
    people::{Attendee, Told},
    presence::Audience,
};
use crate::{
    feed::FeedNews,
    limits::PRESENCE_EVERY_MS,
    log::Record,
    moment::Moment,
    person::PlayerId,
    protocol::{ChatLine, ServerMessage, Since, Step, TimelineEntry, Update, You},
    state::{Hidden, RoomState},
    step::{ConnectionId, Effect},
    time::Time,
};

impl Audience {
    /// When something is to be told that waits. What was never told before is due `now`.
    pub fn due(&self, now: Time) -> Option<Time> {
        let dues = [self.presence_due(now), self.crowd.due(now)];
        dues.into_iter().flatten().min()
    }

    /// Tells a connection everything that one needs who knows nothing but what they had before.
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

    /// Tells a connection what its owner has missed since then, and how it is now; the whole, if what they have
    /// can't be continued.
    pub fn update(
        &mut self,
        moment: &Moment,
        connection: ConnectionId,
        since: Option<Since>,
        out: &mut Vec<Effect>,
    ) {
        let state = moment.state;
        // What has changed without a record is told to the others, so that all hold the same.
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
        // One who lacks nothing is told that.
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

    /// Tells everybody what the last record changed, of the room and of themselves; followers are fed with it.
    pub fn tell_record(
        &mut self,
        moment: &Moment,
        asker: Option<ConnectionId>,
        (changes_presence, fed): (bool, Option<Record>),
        out: &mut Vec<Effect>,
    ) {
        // A follower is told by its room.
        if changes_presence && self.in_room.is_none() {
            // Before the seat is shown: nobody who has just sat down may look absent.
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

    /// Tells everybody what the last record changed of the room; a crowd at its time, but for the one who asked.
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

    /// Tells everybody who has been told everything how the clocks run now, though nothing has happened that is in
    /// the log.
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

    /// Tells everybody about themselves, where it has changed.
    fn tell_you(&mut self, state: &RoomState, out: &mut Vec<Effect>) {
        for player in self.everybody() {
            self.tell_you_to(state, player, out);
        }
    }

    /// Tells someone about themselves, if they are here and it has changed.
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

    /// Tells everybody at once what was said, a crowd after the others.
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

    /// Tells everybody who is here, if it has changed and was not told just now.
    pub fn tell_presence(&mut self, state: &RoomState, now: Time, out: &mut Vec<Effect>) {
        if self.presence_due(now).is_some_and(|due| due <= now) {
            self.tell_presence_now(state, now, out);
        }
    }

    /// Tells everybody who is here, however often: for what is in the log, and told everybody anyway.
    /// Only a crowd waits for its time.
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

    /// Tells the crowd what it has not been told yet, if its time has come.
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

    /// When everybody is to be told who is here.
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

    /// Tells these people what each of their connections was not told yet. Those who have changed seats since then
    /// are told everything: what they were told before had other things hidden.
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
        // All of a group are told the same. Those who have a part hear before those who only watch.
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
            // Most seats may know no more than the others: one message is for all of them.
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

    /// What has happened since then, and how it is now, whole.
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

/// What several connections are to be told.
struct Letter<'a> {
    only_watches: bool,
    /// The version that they were told last; 0 for none.
    from: u32,
    /// What the room has changed for everybody since then; `None` if they are told the whole.
    change: Option<&'a Packed>,
    /// As whom the first of them looks at the game.
    viewer: Viewer,
    /// What they know besides, if they are to be told.
    own: Option<Packed>,
    to: Vec<ConnectionId>,
}

impl Letter<'_> {
    /// Whether both say the same.
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

/// What has happened since then, and what it has changed.
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

/// The same to all of them, if there is anybody.
fn tell(to: &[ConnectionId], message: ServerMessage, out: &mut Vec<Effect>) {
    if !to.is_empty() {
        let to = to.to_vec();
        out.push(Effect::Tell { to, message });
    }
}

/// The host and those who have a seat, each once; some may not be here.
fn with_a_part(state: &RoomState) -> Vec<PlayerId> {
    let host = state.host().player;
    let seated = state.seated().map(|(_, seat)| seat.owner.player);
    seated
        .filter(|&player| player != host)
        .chain([host])
        .collect()
}

/// Who someone is in this room.
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
