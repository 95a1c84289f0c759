//! What everybody is told: one message for each distinct view.

use std::collections::BTreeMap;

use senda_rules::Viewer;

use super::{crowd::Crowd, people::Attendee, presence::Audience};
use crate::{
    limits::PRESENCE_EVERY_MS,
    person::PlayerId,
    protocol::{ChatLine, ServerMessage, Since, You},
    state::RoomState,
    step::{ConnectionId, Effect},
    time::Time,
};

/// Makes the message that tells a viewer what has happened since a version, and how it is now.
pub(crate) type Updates<'a> = &'a dyn Fn(u32, Viewer) -> ServerMessage;

impl Audience {
    /// When something is to be told that waits. What was never told before is due `now`.
    pub fn due(&self, now: Time) -> Option<Time> {
        let dues = [self.presence_due(now), self.crowd.due(now)];
        dues.into_iter().flatten().min()
    }

    /// Tells a connection everything that one needs who knows nothing but what they had before.
    pub fn welcome(
        &mut self,
        state: &RoomState,
        connection: ConnectionId,
        since: Option<Since>,
        updates: Updates,
        out: &mut Vec<Effect>,
    ) {
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
        self.update(state, connection, since, updates, out);
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
        state: &RoomState,
        connection: ConnectionId,
        since: Option<Since>,
        updates: Updates,
        out: &mut Vec<Effect>,
    ) {
        let Some(here) = self.people.of(connection) else {
            return;
        };
        let player = here.person.player;
        let from = state.continued_since(since, player);
        let viewer = state.seat_owners().of(player);
        self.people.tell(connection, state.version());
        tell(&[connection], updates(from, viewer), out);
    }

    /// Tells everybody what the last record changed; a crowd at its time, but for the one who asked.
    pub fn tell_update(
        &mut self,
        state: &RoomState,
        asker: Option<ConnectionId>,
        updates: Updates,
        out: &mut Vec<Effect>,
    ) {
        if !self.has_crowd(state) {
            self.tell_those_behind(state, &self.everybody(), updates, out);
            return;
        }
        self.crowd.behind = true;
        let asker = asker.and_then(|connection| self.people.of(connection));
        let asker = asker.map(|here| here.person.player);
        let mut at_once = with_a_part(state);
        at_once.extend(asker.filter(|&player| !state.has_part(player)));
        self.tell_those_behind(state, &at_once, updates, out);
    }

    /// Tells everybody who has been told everything how the clocks run now, though nothing has happened that is in
    /// the log.
    pub fn tell_moments(&self, state: &RoomState, updates: Updates, out: &mut Vec<Effect>) {
        let version = state.version();
        let owners = state.seat_owners();
        let mut connections: BTreeMap<Viewer, Vec<ConnectionId>> = BTreeMap::new();
        for here in self.people.iter() {
            let of = connections
                .entry(owners.of(here.person.player))
                .or_default();
            let all = here.connections.iter().copied();
            of.extend(all.filter(|&connection| self.people.told(connection) == version));
        }
        for (viewer, to) in connections.into_iter().filter(|(_, to)| !to.is_empty()) {
            tell(&to, updates(version, viewer), out);
        }
    }

    /// Tells everybody about themselves, where it has changed.
    pub fn tell_you(&mut self, state: &RoomState, out: &mut Vec<Effect>) {
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
    pub fn tell_chat(&self, state: &RoomState, said: ChatLine, out: &mut Vec<Effect>) {
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
    pub fn tell_presence_now(&mut self, state: &RoomState, now: Time, out: &mut Vec<Effect>) {
        self.changed = false;
        self.last_told = Some(now);
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
    pub fn tell_crowd(
        &mut self,
        state: &RoomState,
        now: Time,
        updates: Updates,
        out: &mut Vec<Effect>,
    ) {
        if self.crowd.due(now).is_none_or(|due| due > now) {
            return;
        }
        let Crowd {
            behind, presence, ..
        } = self.crowd.take(now);
        if presence {
            let to = self.connections_that_only_watch(state);
            tell(&to, ServerMessage::Presence(self.presence(state)), out);
        }
        if behind {
            self.tell_those_behind(state, &self.everybody(), updates, out);
        }
    }

    /// When everybody is to be told who is here.
    fn presence_due(&self, now: Time) -> Option<Time> {
        let due = self
            .last_told
            .map_or(now, |last| last.plus(PRESENCE_EVERY_MS));
        (self.changed && !self.people.is_empty()).then_some(due)
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
        state: &RoomState,
        players: &[PlayerId],
        updates: Updates,
        out: &mut Vec<Effect>,
    ) {
        let version = state.version();
        let owners = state.seat_owners();
        // All of a group are told the same. Those who have a part hear before those who only watch.
        let mut groups: BTreeMap<(bool, Viewer, u32), Vec<ConnectionId>> = BTreeMap::new();
        for here in players.iter().filter_map(|&player| self.people.get(player)) {
            let player = here.person.player;
            let only_watches = !state.has_part(player);
            for &connection in &here.connections {
                let told = self.people.told(connection);
                if told < version {
                    let from = state.continued(told, player);
                    let group = (only_watches, owners.of(player), from);
                    groups.entry(group).or_default().push(connection);
                }
            }
        }
        for ((_, viewer, from), to) in groups {
            for &connection in &to {
                self.people.tell(connection, version);
            }
            tell(&to, updates(from, viewer), out);
        }
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
        tabs: u8::try_from(here.connections.len()).expect("at most CONNECTIONS_EACH"),
    }
}
