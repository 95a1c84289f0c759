//! The take-backs: those of a player's own decisions in the current turn, and those that the other
//! players agree to.

use senda_rules::Seat;

use super::{
    Decision, Situation,
    game::{comes_back, may_decide, plays},
    pause::playing_seat,
    requests::to_take_back,
};
use crate::{
    limits,
    log::LogEvent,
    person::PlayerId,
    protocol::{OfPlayer, RatedNeed, RoomProblem, TookBack},
    state::RoomState,
};

/// Refuses take-backs in rated games.
fn refuse_if_rated(state: &RoomState) -> Result<(), RoomProblem> {
    let need = RatedNeed::NoTakeBack;
    match state.rated_game() {
        Some(_) => Err(RoomProblem::RatedNeeds { need }),
        None => Ok(()),
    }
}

/// Takes back a player's last decision, if it has revealed no information to any player.
pub(super) fn own(state: &RoomState, player: PlayerId, version: u32) -> Decision {
    let (playing, seat) = may_decide(state, player, version)?;
    refuse_if_rated(state)?;
    if playing.mover() != Some(seat) || playing.can_take_back() == 0 {
        return Err(RoomProblem::NothingToTakeBack.into());
    }
    let mut events = comes_back(state, seat);
    let agreed = None;
    events.push(LogEvent::TookBack(TookBack { seat, agreed }));
    Ok(events)
}

/// Requests the other players' consent to take back the player's last decision. Decisions that the
/// others have made in the meantime do not make the request late. They would be taken back too.
pub(super) fn ask(state: &RoomState, player: PlayerId, version: u32) -> Decision {
    let (playing, seat) = plays(state, player)?;
    refuse_if_rated(state)?;
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
    // A player who is out has seen all hands, and might come back into the game.
    if state.settings.out_see_hands
        && usize::from(playing.still_in().len()) < playing.players().len()
    {
        return Err(RoomProblem::HandsShown.into());
    }
    events.push(LogEvent::TakeBackAsked(OfPlayer { seat }));
    Ok(events)
}

/// Agrees to another player's request.
pub(super) fn agree(state: &RoomState, player: PlayerId, requester: Seat) -> Decision {
    let (playing, seat) = playing_seat(state, player)?;
    let request = &playing.take_back;
    if request.by != Some(requester) || requester == seat {
        return Err(RoomProblem::NoTakeBack.into());
    }
    let mut events = comes_back(state, seat);
    if !request.agreed.contains(seat) {
        events.push(LogEvent::TakeBackAgreed(OfPlayer { seat }));
    }
    Ok(events)
}

/// Declines a request, or withdraws the player's own request.
pub(super) fn decline(state: &RoomState, player: PlayerId) -> Decision {
    let (playing, seat) = playing_seat(state, player)?;
    let declined = LogEvent::TakeBackDeclined(OfPlayer { seat });
    let is_asked = playing.take_back.by.is_some();
    Ok(is_asked.then_some(declined).into_iter().collect())
}

/// Returns the agreed take-back once all players have agreed who have to: the people who are still
/// in the game, connected or not, except those that a stand-in plays for.
pub(super) fn due(at: Situation) -> Option<LogEvent> {
    let playing = at.state.playing().filter(|game| game.paused.is_none())?;
    let seat = playing.take_back.by?;
    if !to_take_back(at.state, playing).is_empty() {
        return None;
    }
    let agreed = Some(at.state.decisions().since(seat)?);
    Some(LogEvent::TookBack(TookBack { seat, agreed }))
}
