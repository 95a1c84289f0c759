//! The requests of people at the door of a locked room to be let in.

use std::collections::BTreeMap;

use super::people::Attendee;
use crate::{
    limits::{ENTRY_PAUSE_MS, ENTRY_REQUESTS},
    person::PlayerId,
    protocol::{CloseCode, PersonId},
    state::RoomState,
    step::ConnectionId,
    time::Time,
};

/// The pending requests, at most [`ENTRY_REQUESTS`], and the people who were turned away lately.
/// They exist in memory only. A request lasts as long as its connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct EntryRequests {
    /// The people who wait, oldest first, each with one connection.
    pending: Vec<Attendee>,
    /// The times from which people who were turned away may ask again.
    paused: BTreeMap<PlayerId, Time>,
}

impl EntryRequests {
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Returns the people who wait, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Attendee> {
        self.pending.iter()
    }

    /// Returns the player who waits under this id.
    pub fn player(&self, id: PersonId) -> Option<PlayerId> {
        let mut pending = self.pending.iter();
        pending.find_map(|one| (one.id == id).then_some(one.person.player))
    }

    /// Adds a request. Returns the older connection that it replaces, if the person waits already.
    ///
    /// # Errors
    /// Returns the close code of the rejection: the host has just turned the person away, or too
    /// many people wait.
    pub fn add(
        &mut self,
        now: Time,
        connection: ConnectionId,
        mut person: Attendee,
    ) -> Result<Option<ConnectionId>, CloseCode> {
        let player = person.person.player;
        if self.paused.get(&player).is_some_and(|&until| now < until) {
            return Err(CloseCode::TurnedAway);
        }
        let mut pending = self.pending.iter_mut();
        if let Some(one) = pending.find(|one| one.person.player == player) {
            let older = std::mem::replace(&mut one.connections, vec![connection]);
            return Ok(older.first().copied());
        }
        if self.pending.len() >= ENTRY_REQUESTS {
            return Err(CloseCode::Locked);
        }
        person.connections = vec![connection];
        self.pending.push(person);
        Ok(None)
    }

    /// Turns away the person with this id for [`ENTRY_PAUSE_MS`]. Returns the connection to close.
    pub fn turn_away(&mut self, now: Time, id: PersonId) -> Option<ConnectionId> {
        let at = self.pending.iter().position(|one| one.id == id)?;
        let gone = self.pending.remove(at);
        self.paused.retain(|_, until| now < *until);
        let until = now.plus(ENTRY_PAUSE_MS);
        self.paused.insert(gone.person.player, until);
        gone.connections.first().copied()
    }

    /// Removes the request of a closed connection. Returns whether there was one.
    pub fn forget(&mut self, connection: ConnectionId) -> bool {
        let before = self.pending.len();
        self.pending
            .retain(|one| !one.connections.contains(&connection));
        self.pending.len() != before
    }

    /// Removes everything about a person. Returns the connection to close.
    pub fn forget_player(&mut self, player: PlayerId) -> Option<ConnectionId> {
        self.paused.remove(&player);
        let mut pending = self.pending.iter();
        let at = pending.position(|one| one.person.player == player)?;
        self.pending.remove(at).connections.first().copied()
    }

    /// Removes the requests that the state of the room has answered. Returns their connections,
    /// each with its close code.
    pub fn settle(&mut self, state: &RoomState) -> Vec<(ConnectionId, CloseCode)> {
        let mut answered = Vec::new();
        self.pending.retain(|one| {
            let code = answer(state, one.person.player);
            let Some(code) = code else {
                return true;
            };
            answered.extend(one.connections.iter().map(|&connection| (connection, code)));
            false
        });
        answered
    }
}

/// Returns the close code that answers a request, or `None` while it has to wait.
fn answer(state: &RoomState, player: PlayerId) -> Option<CloseCode> {
    let mut banned = state.banned.iter();
    if banned.any(|ban| ban.person.player == player) {
        return Some(CloseCode::Removed);
    }
    if !state.may_watch(player) {
        return Some(CloseCode::NoSpectators);
    }
    let may_enter = !state.locked || state.is_admitted(player) || state.has_part(player);
    may_enter.then_some(CloseCode::Admitted)
}
