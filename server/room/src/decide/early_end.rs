//! The end of a game without a result, which its players agree on after one of them has left.

use super::{Decision, Situation, game::comes_back, pause::playing_seat, requests::to_end};
use crate::{
    limits,
    log::LogEvent,
    person::PlayerId,
    protocol::{RoomProblem, VotedToEnd},
    state::{Playing, RoomState},
    time::Time,
};

/// Votes for the end, or against it.
pub(super) fn vote(state: &RoomState, player: PlayerId, wanted: bool) -> Decision {
    let (playing, seat) = playing_seat(state, player)?;
    let votes = playing.end_votes;
    let may = playing.still_in().contains(seat) && !playing.vacancies().is_empty();
    if wanted && !may {
        return Err(RoomProblem::NoEarlyEnd.into());
    }
    let mut events = comes_back(state, seat);
    let changes = if wanted {
        !votes.contains(seat)
    } else {
        may && !votes.is_empty()
    };
    if changes {
        events.push(LogEvent::VotedToEnd(VotedToEnd { seat, wanted }));
    }
    Ok(events)
}

/// Returns the time at which the game ends, if everybody else who is still in it has voted for that
/// or is gone. A lost connection is no agreement, so the game waits for its owner for a minute. In
/// a game with turns of days, players need not be connected, so all of them have to vote.
pub(super) fn due(at: Situation<'_>) -> Option<(Time, &Playing)> {
    let playing = at.state.playing()?;
    let is_of_days = playing.days.is_some();
    let mut votes = playing.end_votes.iter();
    if !votes.any(|seat| is_of_days || at.here.contains(seat)) {
        return None;
    }
    let mut missing = to_end(at.state, playing).iter();
    let due = missing.try_fold(at.now, |due, seat| {
        let player = at.state.connects_as(seat).filter(|_| !is_of_days)?;
        let gone = at.audience.absences.since(player)?;
        Some(due.max(gone.plus(limits::ABSENT_AT_START_MS)))
    })?;
    Some((due, playing))
}
