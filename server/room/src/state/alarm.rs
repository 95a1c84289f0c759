//! The times at which a room with turns of days has something to do, even if no client is
//! connected.

use senda_rules::Seat;

use super::{
    days::Days,
    playing::{PlayerState, Playing},
    room_state::RoomState,
};
use crate::{
    limits,
    step::{Alarm, NotificationKind},
    time::Time,
};

impl RoomState {
    /// Returns the time at which a pause until all players are back ends even if some are still
    /// missing. Returns `None` if no player is back yet.
    pub(crate) fn pause_held_until(&self) -> Option<Time> {
        let (since, back) = self.playing()?.pause?;
        (!back.is_empty()).then(|| since.plus(limits::PAUSE_HELD_MS))
    }

    /// Returns the reminders of a turn of days that are due after `since`, for each seat that the
    /// game waits for.
    pub(crate) fn reminders(
        &self,
        since: Time,
    ) -> impl Iterator<Item = (Time, Seat, NotificationKind)> {
        let awaited = self.turn_of_days().into_iter().flat_map(|(playing, days)| {
            let acting = playing.acting().iter();
            let awaited = acting.filter(|&seat| !self.waits_for_nobody(seat));
            let of = |seat| days.reminders(seat).map(move |(at, what)| (at, seat, what));
            awaited.flat_map(of)
        });
        awaited.filter(move |(at, ..)| *at > since)
    }

    /// Returns the time at which the room has to be loaded even if no client connects: for a
    /// reminder after `now`, or because a deadline has passed.
    pub(crate) fn alarm(&self, now: Time) -> Alarm {
        let Some((playing, days)) = self.turn_of_days() else {
            return Alarm::Off;
        };
        if playing.paused.is_some() {
            return self.pause_held_until().map_or(Alarm::Off, Alarm::At);
        }
        let ends = playing.acting().iter().filter_map(|seat| {
            if self.waits_for_nobody(seat) {
                Some(days.moved_at())
            } else {
                days.due(seat)
            }
        });
        let reminders = self.reminders(now).map(|(at, ..)| at);
        let next = ends.chain(reminders).min();
        next.map_or(Alarm::Off, Alarm::At)
    }

    /// Returns the running game and its deadlines, if its turns take days.
    fn turn_of_days(&self) -> Option<(&Playing, &Days)> {
        let playing = self.playing()?;
        Some((playing, playing.days.as_ref()?))
    }

    /// Returns whether a seat belongs to a bot or is played for. Decisions are then made for it as
    /// soon as the room is in memory.
    fn waits_for_nobody(&self, seat: Seat) -> bool {
        let taken = self.seats.get(seat);
        let bot = taken.is_some_and(|taken| taken.owner.is_bot());
        let player = self.playing().and_then(|playing| playing.player(seat));
        bot || player.is_some_and(PlayerState::is_played_for)
    }
}
