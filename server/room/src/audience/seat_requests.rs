//! The spectators' requests to the host for the seats of players who are gone.

use std::collections::BTreeMap;

use senda_rules::Seat;

use super::people::People;
use crate::{
    limits::PEOPLE_NAMED,
    person::{Person, PlayerId},
    protocol::RoomProblem,
    state::RoomState,
};

/// The pending requests, at most [`PEOPLE_NAMED`].
#[derive(Clone, Debug, Default)]
pub(super) struct SeatRequests {
    by_player: BTreeMap<PlayerId, Seat>,
}

impl SeatRequests {
    /// Returns the seat that a player asks for.
    pub fn seat(&self, player: PlayerId) -> Option<Seat> {
        self.by_player.get(&player).copied()
    }

    /// Stores the request of a spectator, or withdraws it if `seat` is `None`. Returns whether that
    /// changes anything.
    pub fn set(
        &mut self,
        state: &RoomState,
        people: &People,
        person: &Person,
        seat: Option<Seat>,
    ) -> Result<bool, RoomProblem> {
        let player = person.player;
        let before = match seat {
            None => self.by_player.remove(&player),
            Some(seat) => {
                if person.is_outside() {
                    return Err(RoomProblem::OnlyPlays);
                }
                if state.seat_of(player).is_some() {
                    return Err(RoomProblem::AlreadySeated);
                }
                if state.playing().is_some() && state.settings.shows_hands() {
                    return Err(RoomProblem::HandsShown);
                }
                if !is_available(state, people, seat) {
                    return Err(RoomProblem::SeatTaken);
                }
                if self.by_player.len() >= PEOPLE_NAMED && !self.by_player.contains_key(&player) {
                    return Err(RoomProblem::RoomFull);
                }
                self.by_player.insert(player, seat)
            }
        };
        Ok(before != seat)
    }

    /// Removes the request of a player.
    pub fn forget(&mut self, player: PlayerId) {
        self.by_player.remove(&player);
    }

    /// Drops the requests for seats that can't be given any more, and those of people who have a
    /// seat now or are gone. Returns whether there were any.
    pub fn settle(&mut self, state: &RoomState, people: &People) -> bool {
        let before = self.by_player.len();
        self.by_player.retain(|&player, &mut seat| {
            let watches = people.has(player) && state.seat_of(player).is_none();
            watches && is_available(state, people, seat)
        });
        self.by_player.len() != before
    }
}

/// Returns whether a seat belongs to a player of the running game who is gone.
fn is_available(state: &RoomState, people: &People, seat: Seat) -> bool {
    let owner = state
        .connects_as(seat)
        .filter(|_| state.playing().is_some());
    let taken = state.seats.get(seat);
    let is_bot = taken.is_some_and(|taken| taken.owner.is_bot());
    owner.is_some_and(|owner| !is_bot && !people.has(owner) && owner != state.creator)
}
