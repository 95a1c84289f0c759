//! Who comes in, and what their coming changes.

use super::pause;
use crate::{
    audience::Audience,
    log::{HostChanged, LogEvent, Named},
    person::{Person, PlayerId},
    protocol::{Away, CloseCode, Name},
    state::RoomState,
};

/// Who comes in, or why they stay outside. A program from outside is who has the seat of its token.
pub(crate) fn door(
    state: &RoomState,
    audience: &Audience,
    person: Person,
) -> Result<Person, CloseCode> {
    let player = person.player;
    if person.is_outside() {
        let mut owners = state.seated().map(|(_, seat)| &seat.owner);
        let owner = owners.find(|owner| owner.is_outside() && owner.player == player);
        return owner.cloned().ok_or(CloseCode::Removed);
    }
    let is_creator = player == state.creator();
    let mut banned = state.banned().iter();
    if !is_creator && banned.any(|ban| ban.person.player == player) {
        return Err(CloseCode::Removed);
    }
    // Who has lost the connection for a moment, and has a part in the room, has not been locked out.
    let is_new = !state.has_part(player) && !audience.is_here(player);
    if state.is_locked() && is_new && !is_creator {
        return Err(CloseCode::Locked);
    }
    if is_new && audience.is_full() {
        return Err(CloseCode::RoomFull);
    }
    Ok(person)
}

/// What a new name changes in the log: those of seats and of the host are in it.
pub(crate) fn renamed(state: &RoomState, player: PlayerId, name: &Name) -> Vec<LogEvent> {
    let owners = state.seated().map(|(_, seat)| &seat.owner);
    let changes = owners
        .chain([state.host()])
        .any(|person| person.player == player && person.name != *name);
    let named = Named {
        player,
        name: name.clone(),
    };
    let named = changes.then_some(LogEvent::Named(named));
    named.into_iter().collect()
}

/// What changes because somebody comes, but for their name.
pub(crate) fn arrival(state: &RoomState, person: &Person) -> Vec<LogEvent> {
    let seat = state.seat_of(person.player);
    // Nobody's clock runs because a program is there.
    let resumed = pause::resumed_by(state, seat.filter(|_| !person.is_bot()));
    let resumed = resumed.map(LogEvent::Resumed);
    let away = seat.filter(|&seat| state.is_away(seat));
    let back = away.map(|seat| LogEvent::Away(Away { seat, away: false }));
    let host = creator_is_back(state, person).map(LogEvent::HostChanged);
    host.into_iter().chain(resumed).chain(back).collect()
}

/// The creator has the room back who comes after another has stood in for them. One who has passed the role
/// on has not.
fn creator_is_back(state: &RoomState, person: &Person) -> Option<HostChanged> {
    let is_creator = person.player == state.creator();
    (is_creator && state.stands_in()).then(|| HostChanged {
        person: person.clone(),
        gone: false,
        back: true,
    })
}
