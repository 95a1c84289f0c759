//! The waiting times in a game without a clock: the seats that the others wait for, and the votes
//! to skip them.

use senda_rules::{Seat, Seats};

use super::turn::Turn;
use crate::{
    limits,
    protocol::AwaitedView,
    state::{Playing, RoomState},
    time::Time,
};

/// A seat that the others wait for.
pub(super) struct Awaited {
    pub seat: Seat,
    /// The time from which the others may vote to skip the seat.
    pub skip_from: Time,
    /// The time from which a single vote is enough.
    alone_from: Time,
}

/// Returns the seats whose turn no clock ends.
pub(super) fn awaited(state: &RoomState, turns: &[Turn]) -> impl Iterator<Item = Awaited> {
    let is_paused = state
        .playing()
        .is_none_or(|playing| playing.paused.is_some());
    let may_skip = !state.settings.no_skips && !state.settings.clock.is_of_days();
    let endless = turns.iter().filter(|turn| turn.is_endless());
    endless
        .filter(move |_| may_skip && !is_paused)
        .map(|turn| Awaited {
            seat: turn.seat,
            skip_from: turn.from.plus(limits::STALLED_MS),
            alone_from: turn.from.plus(limits::STALLED_ALONE_MS),
        })
}

impl Awaited {
    /// Returns the time from which a stand-in plays for the seat, if any of the others have voted
    /// for it. Until `alone_from`, a majority is needed. Only connected players who are still in
    /// the game and play themselves count, because players who are gone or played for hold nothing
    /// up.
    pub fn due(&self, state: &RoomState, playing: &Playing, here: Seats) -> Option<Time> {
        let still_in = playing.still_in();
        let counts = |other: Seat| {
            let player = playing.player(other);
            other != self.seat && player.is_some_and(|player| !player.is_played_for())
        };
        let asked = here.iter().filter(|&other| counts(other));
        let others: Seats = asked.filter(|&other| still_in.contains(other)).collect();
        let votes = state.with_same_devices(self.votes(playing));
        let ask = others.iter().filter(|&other| votes.contains(other)).count();
        match ask {
            0 => None,
            ask if 2 * ask > usize::from(others.len()) => Some(self.skip_from),
            _ => Some(self.alone_from),
        }
    }

    /// Returns the seats that have voted to skip this one.
    fn votes(&self, playing: &Playing) -> Seats {
        let player = playing.player(self.seat);
        player.map_or(Seats::NONE, |player| player.skip_votes)
    }

    /// Returns the public view of the waiting time.
    pub fn view(&self, playing: &Playing) -> AwaitedView {
        AwaitedView {
            seat: self.seat,
            urge_from: self.skip_from.0,
            alone_from: self.alone_from.0,
            urged_by: self.votes(playing),
        }
    }
}
