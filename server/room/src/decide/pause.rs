//! Pauses that those who play agree on, and the end of one.

use senda_rules::Seat;

use super::{Decision, Situation, game::comes_back};
use crate::{
    log::LogEvent,
    person::PlayerId,
    protocol::{PauseAsked, PauseDeclined, PauseReason, Paused, Resumed, RoomProblem, WouldGoOn},
    questions::{people_in, to_pause},
    state::{Playing, RoomState},
};

/// The pause that begins now, or the end of one.
pub(super) fn pause_due(at: Situation) -> Option<LogEvent> {
    let playing = at.state.playing()?;
    // Bots play on for whoever watches.
    let is_watched = !at.state.has_players() || !at.audience.is_empty();
    if playing.paused.is_some() && !at.state.has_people() && is_watched {
        // All people have stood up: there is nobody who could ask to go on.
        return Some(LogEvent::Resumed(Resumed { seat: None }));
    }
    let deserted = at.clock.desertion_due(at.state, at.here);
    let reason = if deserted.is_some_and(|due| due <= at.now) {
        PauseReason::EverybodyLeft
    } else if has_agreed(at, playing) {
        if playing.pause_until_all {
            PauseReason::UntilAllBack
        } else {
            PauseReason::Agreed
        }
    } else {
        return all_back(at, playing).map(LogEvent::Resumed);
    };
    Some(LogEvent::Paused(Paused { reason }))
}

/// The end of a pause that lasts until all are back, if they are, or some have waited for long.
fn all_back(at: Situation, playing: &Playing) -> Option<Resumed> {
    let (_, back) = playing.pause.filter(|(_, back)| !back.is_empty())?;
    let until = at.state.pause_held_until();
    let is_long = until.is_some_and(|until| until <= at.now);
    let ends = is_long || people_in(at.state, playing).all(|seat| back.contains(seat));
    let seat = back.iter().next();
    ends.then_some(Resumed { seat })
}

/// Whether all agree to the pause that somebody asks for, one of those who are here among them.
fn has_agreed(at: Situation, playing: &Playing) -> bool {
    let asked_by = &playing.pause_asked_by;
    if asked_by.is_empty() || playing.paused.is_some() || at.state.is_used_up() {
        return false;
    }
    let by_somebody = playing.days.is_some() || asked_by.iter().any(|&seat| at.here.contains(seat));
    by_somebody && to_pause(at.state, playing, at.here).is_empty()
}

/// A player asks for a pause, or agrees to one that is asked for.
pub(super) fn ask(state: &RoomState, player: PlayerId, until_all: bool) -> Decision {
    let (playing, seat) = playing_seat(state, player)?;
    let mut events = comes_back(state, seat);
    if playing.paused.is_none() && !playing.pause_asked_by.contains(&seat) {
        events.push(LogEvent::PauseAsked(PauseAsked { seat, until_all }));
    }
    Ok(events)
}

/// A player ends the pause, whoever has asked for it, or is back where it lasts until all are; or does not agree to one, or
/// takes back what they asked for.
pub(super) fn go_on(at: Situation, player: PlayerId) -> Decision {
    let (playing, seat) = playing_seat(at.state, player)?;
    let is_awaited =
        playing.paused == Some(PauseReason::UntilAllBack) && playing.still_in().contains(seat);
    let waits = playing.pause.filter(|_| is_awaited);
    Ok(if let Some((_, back)) = waits {
        let is_new = !back.contains(seat);
        let back = LogEvent::WouldGoOn(WouldGoOn { seat });
        let mut events = comes_back(at.state, seat);
        events.extend(is_new.then_some(back));
        events
    } else if playing.paused.is_some() {
        let seat = Some(seat);
        vec![LogEvent::Resumed(Resumed { seat })]
    } else if playing.pause_asked_by.is_empty() {
        Vec::new()
    } else {
        vec![LogEvent::PauseDeclined(PauseDeclined { seat })]
    })
}

/// The end of a pause that began because everybody had left: the owner of a seat comes.
pub(super) fn resumed_by(state: &RoomState, seat: Option<Seat>) -> Option<Resumed> {
    let is_left = |playing: &Playing| playing.paused == Some(PauseReason::EverybodyLeft);
    let seat = seat.filter(|_| state.playing().is_some_and(is_left))?;
    Some(Resumed { seat: Some(seat) })
}

/// The game that runs, and the seat that someone has in it.
pub(super) fn playing_seat(
    state: &RoomState,
    player: PlayerId,
) -> Result<(&Playing, Seat), RoomProblem> {
    let playing = state.playing().ok_or(RoomProblem::NoGame)?;
    let seat = state.seat_of(player).ok_or(RoomProblem::NoSeat)?;
    Ok((playing, seat))
}
