//! The admission of people to the room, and the events that their arrival causes.

use super::{Situation, pause};
use crate::{
    audience::Audience,
    log::{HostChanged, LogEvent, Named, Stood},
    person::{Person, PlayerId},
    protocol::{Away, CloseCode, Name},
    state::RoomState,
};

/// Admits a person, or returns the close code of a rejection. An outside program is admitted as the
/// owner of the seat that its token is for.
pub(crate) fn admit(
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
    let is_creator = player == state.creator;
    let mut banned = state.banned.iter();
    if !is_creator && banned.any(|ban| ban.person.player == player) {
        return Err(CloseCode::Removed);
    }
    if !state.may_watch(player) {
        return Err(CloseCode::NoSpectators);
    }
    // A person who has a part in the room is not locked out after a lost connection.
    let is_new = !state.has_part(player) && !audience.people.has(player);
    let is_invited = is_creator || state.is_admitted(player);
    if state.locked && is_new && !is_invited {
        return Err(CloseCode::Locked);
    }
    if is_new && audience.is_full() {
        return Err(CloseCode::RoomFull);
    }
    Ok(person)
}

/// Returns the event of a changed name. The log holds only the names of seats and of the host.
pub(crate) fn renamed(state: &RoomState, player: PlayerId, name: &Name) -> Vec<LogEvent> {
    let owners = state.seated().map(|(_, seat)| &seat.owner);
    let changes = owners
        .chain([&state.host])
        .any(|person| person.player == player && person.name != *name);
    let named = Named {
        player,
        name: name.clone(),
        guest_of: None,
    };
    let named = changes.then_some(LogEvent::Named(named));
    named.into_iter().collect()
}

/// Returns the events that the arrival of a person causes, except for a changed name.
pub(crate) fn arrival(state: &RoomState, person: &Person) -> Vec<LogEvent> {
    let seats = || state.seats_of(person.player).map(|(seat, _)| seat);
    // A program that connects does not resume the clocks.
    let resumed = pause::resumed_by(state, seats().next().filter(|_| !person.is_bot()));
    let resumed = resumed.map(LogEvent::Resumed);
    let away = seats().filter(|&seat| state.is_away(seat));
    let back = away.map(|seat| LogEvent::Away(Away::back(seat)));
    let host = creator_is_back(state, person).map(LogEvent::HostChanged);
    host.into_iter().chain(resumed).chain(back).collect()
}

/// Returns the events of the departure of a person who never returns: they leave their seat, as do
/// their guests, and the first other player becomes host, connected or not. In a game that lasts
/// for days, a host who is gone would otherwise keep the role to its end, and only a host can give
/// the seat away.
pub(crate) fn never_back(at: Situation, player: PlayerId) -> Vec<LogEvent> {
    let (state, removed) = (at.state, false);
    let seats = state.seats_of(player);
    let stood = seats.map(|(seat, _)| LogEvent::Stood(Stood { seat, removed }));
    let owners = state.seated().map(|(_, taken)| &taken.owner);
    let others = owners.filter(|owner| owner.has_record() && owner.player != player);
    let heir = others.min_by_key(|owner| !at.audience.people.has(owner.player));
    let heir = heir.filter(|_| state.is_host(player)).map(|heir| {
        LogEvent::HostChanged(HostChanged {
            person: heir.clone(),
            gone: true,
            back: false,
        })
    });
    stood.chain(heir).collect()
}

/// Returns the host role to the room's creator who comes back while another person stands in for
/// them. A creator who has passed on the role does not get it back.
fn creator_is_back(state: &RoomState, person: &Person) -> Option<HostChanged> {
    let is_creator = person.player == state.creator;
    (is_creator && state.stands_in).then(|| HostChanged {
        person: person.clone(),
        gone: false,
        back: true,
    })
}
