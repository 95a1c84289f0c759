//! The absence of the people that a game waits for: the host and the owners of seats.

use std::collections::BTreeMap;

use senda_rules::{Seat, Seats};

use super::people::People;
use crate::{limits::ABSENT_AT_START_MS, person::PlayerId, state::RoomState, time::Time};

/// The absent people that a game waits for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Absences {
    /// The times since which the host and the owners of seats have been absent, for those who are.
    since: BTreeMap<PlayerId, Time>,
    /// The seats that a game would start without, as of the last step.
    pub(super) long_absent: Seats,
}

impl Absences {
    /// Returns the time since which the host or the owner of a seat has been absent.
    pub fn since(&self, player: PlayerId) -> Option<Time> {
        self.since.get(&player).copied()
    }

    /// Returns the seats that a game would leave out if it started now. Between games, these are
    /// the seats of the players who are not ready and have been disconnected for
    /// [`ABSENT_AT_START_MS`]. The first game of a room waits for its host.
    pub fn long_absent(&self, state: &RoomState, now: Time) -> Seats {
        let due = self.left_out_from(state);
        let gone = due.filter(|(from, _)| *from <= now);
        gone.map(|(_, seat)| seat).collect()
    }

    /// Returns the time at which the next player joins [`Absences::long_absent`].
    pub(super) fn next_long_absent(&self, state: &RoomState, now: Time) -> Option<Time> {
        let due = self.left_out_from(state).map(|(from, _)| from);
        due.filter(|from| *from > now).min()
    }

    /// Returns the seats whose owners are absent and not ready between games, each with the time
    /// from which a game starts without it.
    fn left_out_from(&self, state: &RoomState) -> impl Iterator<Item = (Time, Seat)> {
        let is_between_games = state.playing().is_none() && !state.is_used_up();
        let waited_for = state.seated().filter(move |(_, taken)| {
            let is_awaited = state.round == 0 && state.is_host(taken.owner.connects_as());
            is_between_games && !taken.ready && !is_awaited
        });
        waited_for.filter_map(|(seat, taken)| {
            let since = self.since(taken.owner.connects_as())?;
            Some((since.plus(ABSENT_AT_START_MS), seat))
        })
    }

    /// Stores the seats that a game would start without. Returns whether they have changed.
    pub(super) fn note_long_absent(&mut self, state: &RoomState, now: Time) -> bool {
        let long_absent = self.long_absent(state, now);
        let before = std::mem::replace(&mut self.long_absent, long_absent);
        before != long_absent
    }

    /// Updates the times since which the host and the owners of seats have been absent. Returns
    /// whether the seats have changed that a game would start without.
    pub(super) fn update(&mut self, state: &RoomState, people: &People, now: Time) -> bool {
        let owners = state.seated().filter(|(_, seat)| !seat.owner.is_bot());
        let owners = owners.map(|(_, seat)| seat.owner.connects_as());
        let awaited = owners.chain([state.host.player]);
        let gone = awaited.filter(|&player| !people.has(player));
        self.since = gone
            .map(|player| (player, self.since(player).unwrap_or(now)))
            .collect();
        self.note_long_absent(state, now)
    }
}
