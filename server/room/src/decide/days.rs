//! Vacations in games with turns of days.

use super::{Decision, Situation, game::comes_back, pause};
use crate::{
    limits,
    log::LogEvent,
    person::PlayerId,
    protocol::{RoomProblem, Vacation},
};

/// Starts a vacation of a number of days that stops the player's clock. With 0 days, it ends a
/// running vacation.
pub(super) fn go_on_vacation(at: Situation, player: PlayerId, days: u8) -> Decision {
    let (playing, seat) = pause::playing_seat(at.state, player)?;
    let clock = playing.days.as_ref();
    let clock = clock.ok_or(RoomProblem::NoVacation { days_left: 0 })?;
    if playing.paused.is_some() {
        return Err(RoomProblem::Paused.into());
    }
    let running = clock.vacation(seat).filter(|until| *until > at.now);
    let unused_ms = running.map_or(0, |until| until.since(at.now));
    let unused = u8::try_from(unused_ms / limits::DAY_MS).unwrap_or(u8::MAX);
    let days_left = clock.vacation_left(seat).saturating_add(unused);
    if days > days_left {
        return Err(RoomProblem::NoVacation { days_left }.into());
    }
    let mut events = comes_back(at.state, seat);
    let until = (days > 0).then(|| at.now.plus(u64::from(days) * limits::DAY_MS));
    if until.is_some() || running.is_some() {
        events.push(LogEvent::Vacation(Vacation { seat, until }));
    }
    Ok(events)
}
