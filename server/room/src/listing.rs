//! How a room is shown in the lobby.

use crate::{
    audience::Audience,
    protocol::Phase,
    state::RoomState,
    step::{Listing, ListingState},
};

/// How the room is shown in the lobby; `None` if it is private or locked, or nobody is in it: a program is not enough.
pub(crate) fn listing(state: &RoomState, audience: &Audience) -> Option<Listing> {
    if !state.settings().public || state.is_locked() || !audience.has_people() {
        return None;
    }
    let game = state.settings().options.kind();
    let (_, seats) = game.seats();
    Some(Listing {
        game,
        state: match state.phase() {
            Phase::Lobby | Phase::Over => ListingState::Open,
            Phase::Playing => ListingState::Running,
        },
        host: state.host().name.clone(),
        seated: u8::try_from(state.seated().count()).expect("at most eight seats"),
        seats,
        watching: audience.watching(state),
    })
}
