//! The requests for hints, and the questions to the bot that computes them.

use senda_rules::{Game, Seat, Viewer};

use super::{Decision, Situation, game};
use crate::{
    log::LogEvent,
    person::PlayerId,
    protocol::{Hint, Level, OfPlayer, RoomProblem, ServerMessage},
    state::RoomState,
    step::{ConnectionId, Effect, Question},
};

/// Requests a hint on the player's current decision. The event announces it to the others once for
/// each decision.
pub(super) fn ask(state: &RoomState, player: PlayerId, version: u32) -> Decision {
    let (playing, seat) = game::may_decide(state, player, version)?;
    let decides = playing.acting().contains(seat)
        && playing
            .player(seat)
            .is_some_and(|player| !player.is_played_for());
    if !state.allows_hints() || !decides {
        return Err(RoomProblem::NoHint.into());
    }
    let hinted = LogEvent::Hinted(OfPlayer { seat });
    let is_known = state.hinted_at(player).is_some();
    Ok((!is_known).then_some(hinted).into_iter().collect())
}

/// Returns the question for a player's hint. It holds what the player's seat sees, and nothing
/// else.
pub(crate) fn hint_question(state: &RoomState, player: PlayerId) -> Option<Question> {
    let seat = state.seat_of(player)?;
    let game = &state.playing()?.play()?.game;
    Some(Question {
        seat,
        version: state.version,
        level: Level::Hard,
        view: game.view(Viewer::Seat(seat)),
        with_people: true,
        played_for: 0,
    })
}

/// Returns the message that delivers a hint. It is `None` if the hint comes too late, or if its
/// seat does not belong to the requesting player any more.
pub(crate) fn hint(
    at: Situation,
    to: ConnectionId,
    seat: Seat,
    version: u32,
    hint: Option<Hint>,
) -> Option<Effect> {
    let Situation {
        state, audience, ..
    } = at;
    let player = audience.people.of(to)?.person.player;
    let is_theirs = state.seat_of(player) == Some(seat);
    let is_delivered = version >= state.moved && is_theirs && state.allows_hints();
    is_delivered.then(|| Effect::Send {
        to: vec![to],
        message: ServerMessage::Hint { version, hint },
    })
}
