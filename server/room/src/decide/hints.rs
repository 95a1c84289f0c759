//! Hints: who may ask for one, and what is asked for them.

use senda_rules::{Game, Seat, Viewer};

use super::{Decision, game};
use crate::{
    log::LogEvent,
    person::PlayerId,
    protocol::{Hinted, Level, RoomProblem},
    state::RoomState,
    step::Question,
};

/// A player asks for a hint on what they decide now. The others hear of it, once for each decision.
pub(super) fn ask(state: &RoomState, player: PlayerId, version: u32) -> Decision {
    let (playing, seat) = game::may_decide(state, player, version)?;
    let decides = playing.acting().contains(seat)
        && playing
            .player(seat)
            .is_some_and(|player| !player.is_played_for());
    if !state.allows_hints() || !decides {
        return Err(RoomProblem::NoHint.into());
    }
    let hinted = LogEvent::Hinted(Hinted { seat });
    let is_known = playing.hinted.contains(seat);
    Ok((!is_known).then_some(hinted).into_iter().collect())
}

/// What is to be thought out for somebody's hint: what their seat is shown, and no more.
pub(crate) fn hint_question(state: &RoomState, seat: Seat) -> Option<Question> {
    let game = &state.playing()?.play()?.game;
    Some(Question {
        seat,
        version: state.version(),
        level: Level::Hard,
        view: game.view(Viewer::Seat(seat)),
        with_people: true,
    })
}
