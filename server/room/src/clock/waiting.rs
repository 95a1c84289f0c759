//! In a game without a clock: for whom the others wait, and when they need not any more.

use senda_rules::{Seat, Seats};

use super::turn::Turn;
use crate::{
    limits,
    protocol::AwaitedView,
    state::{Playing, RoomState},
    time::Time,
};

/// A seat for which the others wait.
pub(super) struct Awaited {
    pub seat: Seat,
    /// From when on they may ask not to.
    pub skip_from: Time,
    /// From when on it is enough that one of them asks.
    alone_from: Time,
}

/// The seats whose turn no clock ends.
pub(super) fn awaited(state: &RoomState, turns: &[Turn]) -> impl Iterator<Item = Awaited> {
    let is_paused = state
        .playing()
        .is_none_or(|playing| playing.paused.is_some());
    let may_skip = !state.settings().no_skips && !state.settings().clock.is_of_days();
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
    /// When the seat is to be played for, because enough of the others who play and are here ask for it: who is
    /// gone, or played for, holds nothing up.
    pub fn due(&self, playing: &Playing, here: Seats) -> Option<Time> {
        let still_in = playing.still_in();
        let counts = |other: Seat| {
            let player = playing.player(other);
            other != self.seat && player.is_some_and(|player| !player.is_played_for())
        };
        let asked = here.iter().filter(|&other| counts(other));
        let others: Seats = asked.filter(|&other| still_in.contains(other)).collect();
        let votes = self.votes(playing);
        let ask = others.iter().filter(|&other| votes.contains(other)).count();
        match ask {
            0 => None,
            ask if 2 * ask > usize::from(others.len()) => Some(self.skip_from),
            _ => Some(self.alone_from),
        }
    }

    /// Who ask not to wait for it.
    fn votes(&self, playing: &Playing) -> Seats {
        let player = playing.player(self.seat);
        player.map_or(Seats::NONE, |player| player.skip_votes)
    }

    /// As everybody sees it.
    pub fn view(&self, playing: &Playing) -> AwaitedView {
        AwaitedView {
            seat: self.seat,
            urge_from: self.skip_from.0,
            alone_from: self.alone_from.0,
            urged_by: self.votes(playing),
        }
    }
}
