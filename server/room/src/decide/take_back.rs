//! Taking decisions back: one's own of this turn, and further with the others' leave.

use senda_rules::Seat;

use super::{
    Decision, Situation,
    game::{comes_back, may_decide, plays},
    pause::playing_seat,
};
use crate::{
    limits,
    log::LogEvent,
    person::PlayerId,
    protocol::{RoomProblem, TakeBackAgreed, TakeBackAsked, TakeBackDeclined, TookBack},
    questions::to_take_back,
    state::RoomState,
};

/// A player takes back their last decision, by which nobody has learned anything.
pub(super) fn own(state: &RoomState, player: PlayerId, version: u32) -> Decision {
    let (playing, seat) = may_decide(state, player, version)?;
    if playing.mover() != Some(seat) || playing.can_take_back() == 0 {
        return Err(RoomProblem::NothingToTakeBack.into());
    }
    let mut events = comes_back(state, seat);
    let agreed = None;
    events.push(LogEvent::TookBack(TookBack { seat, agreed }));
    Ok(events)
}

/// A player asks the others to let them take back the last decision that they have made. What the others have decided
/// meanwhile does not make it late: it would go with it.
pub(super) fn ask(state: &RoomState, player: PlayerId, version: u32) -> Decision {
    let (playing, seat) = plays(state, player)?;
    if !state.last_decision_stands(seat, version) {
        return Err(RoomProblem::Stale.into());
    }
    let mut events = comes_back(state, seat);
    let asked = &playing.take_back;
    if asked.by == Some(seat) {
        return Ok(events);
    }
    let may = asked.by.is_none()
        && !asked.declined.contains(seat)
        && asked.granted < limits::AGREED_TAKE_BACKS
        && state.decisions().since(seat).is_some();
    if !may {
        return Err(RoomProblem::NoTakeBack.into());
    }
    events.push(LogEvent::TakeBackAsked(TakeBackAsked { seat }));
    Ok(events)
}

/// Another player lets them.
pub(super) fn agree(state: &RoomState, player: PlayerId, asker: Seat) -> Decision {
    let (playing, seat) = playing_seat(state, player)?;
    let request = &playing.take_back;
    if request.by != Some(asker) || asker == seat {
        return Err(RoomProblem::NoTakeBack.into());
    }
    let mut events = comes_back(state, seat);
    if !request.agreed.contains(seat) {
        events.push(LogEvent::TakeBackAgreed(TakeBackAgreed { seat }));
    }
    Ok(events)
}

/// A player does not, or who has asked thinks better of it.
pub(super) fn decline(state: &RoomState, player: PlayerId) -> Decision {
    let (playing, seat) = playing_seat(state, player)?;
    let declined = LogEvent::TakeBackDeclined(TakeBackDeclined { seat });
    let is_asked = playing.take_back.by.is_some();
    Ok(is_asked.then_some(declined).into_iter().collect())
}

/// What was asked for is taken back, once all agree whom it concerns: the people who are still in the game, connected or
/// not, but for those who are played for.
pub(super) fn due(at: Situation) -> Option<LogEvent> {
    let playing = at.state.playing().filter(|game| game.paused.is_none())?;
    let seat = playing.take_back.by?;
    if !to_take_back(at.state, playing).is_empty() {
        return None;
    }
    let agreed = Some(at.state.decisions().since(seat)?);
    Some(LogEvent::TookBack(TookBack { seat, agreed }))
}
