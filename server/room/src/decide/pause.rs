//! The pauses that the players agree on, and their end.

use senda_rules::Seat;

use super::{
    Decision, Situation,
    game::comes_back,
    requests::{people_in, to_pause},
};
use crate::{
    log::LogEvent,
    person::{Person, PlayerId},
    protocol::{OfPlayer, PauseAsked, PauseReason, Paused, Resumed, RoomProblem},
    state::{Playing, RoomState},
};

/// Returns the event of a pause that begins or ends now.
pub(super) fn pause_due(at: Situation) -> Option<LogEvent> {
    let playing = at.state.playing()?;
    // Bots continue to play if spectators watch.
    let is_watched = !at.state.has_players() || !at.audience.is_empty();
    if playing.paused.is_some() && !at.state.has_people() && is_watched {
        // All people have stood up, so no player is left who could ask to resume.
        return Some(LogEvent::Resumed(Resumed { seat: None }));
    }
    let left = at.clock.everybody_left_due(at.state, at.here);
    let reason = if left.is_some_and(|due| due <= at.now) {
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

/// Returns the end of a pause that lasts until all are back. It ends if all are back, or if some
/// have waited for [`limits::PAUSE_HELD_MS`](crate::limits::PAUSE_HELD_MS).
fn all_back(at: Situation, playing: &Playing) -> Option<Resumed> {
    let (_, back) = playing.pause.filter(|(_, back)| !back.is_empty())?;
    let until = at.state.pause_held_until();
    let is_long = until.is_some_and(|until| until <= at.now);
    let ends = is_long || {
        let back = at.state.with_same_devices(back);
        people_in(at.state, playing).all(|seat| back.contains(seat))
    };
    let seat = back.iter().next();
    ends.then_some(Resumed { seat })
}

/// Returns whether all agree to the requested pause, and at least one of them is connected. In a
/// game with turns of days, none of them needs to be connected.
fn has_agreed(at: Situation, playing: &Playing) -> bool {
    let asked_by = &playing.pause_asked_by;
    if asked_by.is_empty() || playing.paused.is_some() || at.state.is_used_up() {
        return false;
    }
    let by_somebody = playing.days.is_some() || asked_by.iter().any(|&seat| at.here.contains(seat));
    by_somebody && to_pause(at.state, playing, at.here).is_empty()
}

/// Requests a pause, or agrees to one that another player has requested.
pub(super) fn ask(state: &RoomState, player: PlayerId, until_all: bool) -> Decision {
    let (playing, seat) = playing_seat(state, player)?;
    let mut events = comes_back(state, seat);
    if playing.paused.is_none() && !playing.pause_asked_by.contains(&seat) {
        events.push(LogEvent::PauseAsked(PauseAsked { seat, until_all }));
    }
    Ok(events)
}

/// Ends the pause, regardless of the player who requested it. In a pause that lasts until all are
/// back, it marks the player as back. Without a pause, it declines the requested pause or withdraws
/// the player's own request.
pub(super) fn go_on(at: Situation, player: PlayerId) -> Decision {
    let (playing, seat) = playing_seat(at.state, player)?;
    let is_awaited =
        playing.paused == Some(PauseReason::UntilAllBack) && playing.still_in().contains(seat);
    let waits = playing.pause.filter(|_| is_awaited);
    Ok(if let Some((_, back)) = waits {
        let is_new = !back.contains(seat);
        let back = LogEvent::WouldGoOn(OfPlayer { seat });
        let mut events = comes_back(at.state, seat);
        events.extend(is_new.then_some(back));
        events
    } else if playing.paused.is_some() {
        let mut events = vec![LogEvent::Resumed(Resumed { seat: Some(seat) })];
        events.extend(comes_back(at.state, seat));
        events
    } else if playing.pause_asked_by.is_empty() {
        Vec::new()
    } else {
        vec![LogEvent::PauseDeclined(OfPlayer { seat })]
    })
}

/// Marks the players of a device as back whose seats were played for, and resumes a game that
/// everybody had left.
pub(super) fn back(state: &RoomState, person: &Person) -> Decision {
    let seats: Vec<Seat> = all_of(state, person);
    let seat = *seats.first().ok_or(RoomProblem::NoSeat)?;
    let resumed = resumed_by(state, Some(seat)).map(LogEvent::Resumed);
    let back = seats.into_iter().flat_map(|seat| comes_back(state, seat));
    Ok(resumed.into_iter().chain(back).collect())
}

/// Returns the seats of all players on the device of this person.
fn all_of(state: &RoomState, person: &Person) -> Vec<Seat> {
    let seats = state.seats_of(person.connects_as());
    seats.map(|(seat, _)| seat).collect()
}

/// Returns the end of a pause that began because all players had left, when the owner of a seat
/// comes.
pub(super) fn resumed_by(state: &RoomState, seat: Option<Seat>) -> Option<Resumed> {
    let is_left = |playing: &Playing| playing.paused == Some(PauseReason::EverybodyLeft);
    let seat = seat.filter(|_| state.playing().is_some_and(is_left))?;
    Some(Resumed { seat: Some(seat) })
}

/// Returns the running game, and the seat that the player has in it.
pub(super) fn playing_seat(
    state: &RoomState,
    player: PlayerId,
) -> Result<(&Playing, Seat), RoomProblem> {
    let playing = state.playing().ok_or(RoomProblem::NoGame)?;
    let seat = state.seat_of(player).ok_or(RoomProblem::NoSeat)?;
    Ok((playing, seat))
}
