//! Builds the lobby entry of a room.

use crate::{
    audience::Audience,
    protocol::Phase,
    state::RoomState,
    step::{Listing, ListingState, StartsFrom},
};

/// Returns the lobby entry of the room. It is `None` if the room is private or locked, plays
/// without spectators, or has no people in it; programs do not count.
pub(crate) fn listing(state: &RoomState, audience: &Audience) -> Option<Listing> {
    let is_open = state.settings.public && !state.locked && state.has_spectators();
    if !is_open || !audience.has_people() {
        return None;
    }
    let game = state.settings.options.kind();
    let (_, seats) = state.settings.seats();
    Some(Listing {
        game,
        state: match state.phase() {
            Phase::Lobby | Phase::Over => ListingState::Open,
            Phase::Playing => ListingState::Running,
        },
        host: state.host.name.clone(),
        seated: u8::try_from(state.seated().count()).expect("at most eight seats"),
        seats,
        watching: audience.watching(state),
        rated: state.settings.rated,
        starts_from: state.settings.start.as_ref().map(|start| {
            if start.is_deal() {
                StartsFrom::Deal
            } else {
                StartsFrom::Position
            }
        }),
    })
}
