//! How a room is, as a viewer or the lobby may know it.

use senda_rules::{Game, Seat, Viewer};

use crate::{
    audience::Audience,
    clock::TurnClock,
    protocol::{BannedView, HostView, Phase, RoomView, SeatView, ServerMessage, Update},
    state::{RoomState, SeatState},
    step::{Listing, ListingState},
    time::Time,
};

/// Makes the message that tells a viewer what has happened since a version, and how it is now.
pub(crate) fn updates<'a>(
    state: &'a RoomState,
    clock: &'a TurnClock,
    now: Time,
) -> impl Fn(u32, Viewer) -> ServerMessage + 'a {
    move |from, viewer| {
        ServerMessage::Update(Update {
            epoch: state.epoch(),
            from,
            version: state.version(),
            now: now.0,
            happenings: state.timeline(from, viewer),
            view: view(state, clock, viewer),
        })
    }
}

fn view(state: &RoomState, clock: &TurnClock, viewer: Viewer) -> RoomView {
    let playing = state.playing();
    let seats = state.seats().iter();
    let banned = state.banned().iter().map(|ban| BannedView {
        barred: ban.number,
        name: state.shown(&ban.person),
    });
    RoomView {
        phase: state.phase(),
        settings: state.settings().clone(),
        seats: seats
            .map(|(seat, taken)| taken.map(|taken| seat_view(state, seat, taken)))
            .collect(),
        host: HostView {
            name: state.shown(state.host()),
            seat: state.seat_of(state.host().player),
        },
        barred: banned.collect(),
        locked: state.is_locked(),
        used_up: state.is_used_up(),
        round: state.round(),
        commitment: state.stage().sealed().commitment,
        clock: clock.view(state),
        awaited: clock.awaited_view(state),
        paused: playing.and_then(|playing| playing.paused),
        pause_asked_by: playing.map_or(Vec::new(), |playing| playing.pause_asked_by.clone()),
        game: state.stage().game().map(|game| game.view(viewer)),
    }
}

fn seat_view(state: &RoomState, seat: Seat, taken: &SeatState) -> SeatView {
    SeatView {
        person: taken.person,
        name: state.shown(&taken.owner),
        colour: taken.colour,
        ready: taken.ready,
        changed: taken.changed.iter().copied().collect(),
        away: state.is_away(seat),
        vacant: state.is_vacant(seat),
    }
}

/// How the room is shown in the lobby; `None` if it is private or locked, or nobody is in it.
pub(crate) fn listing(state: &RoomState, audience: &Audience) -> Option<Listing> {
    if !state.settings().public || state.is_locked() || audience.is_empty() {
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
