//! The commands of the host, and the succession when the host is gone.

use senda_rules::{Seat, Seats};

use super::{Decision, Situation};
use crate::{
    limits,
    log::{
        Admitted, Banned, HostChanged, LogEvent, Readied, Readmitted, Sat, SettingsChanged, Stood,
    },
    person::{Person, PlayerId},
    protocol::{Hushed, Locked, PersonId, Phase, RatedNeed, RoomProblem, Setting, Settings},
    state::{RoomState, SeatState},
    time::Time,
};

pub(super) fn only_host(state: &RoomState, player: PlayerId) -> Result<(), RoomProblem> {
    if state.is_host(player) {
        Ok(())
    } else {
        Err(RoomProblem::NotHost)
    }
}

pub(super) fn set(state: &RoomState, player: PlayerId, settings: &Settings) -> Decision {
    only_host(state, player)?;
    if state.playing().is_some() {
        return Err(RoomProblem::GameRunning.into());
    }
    settings.check()?;
    let is_fixed = |which: &str| RoomProblem::BadSettings {
        which: which.to_owned(),
    };
    if settings.start != state.settings.start {
        return Err(is_fixed("start").into());
    }
    if settings.start.is_some() && settings.options != state.settings.options {
        return Err(is_fixed("options").into());
    }
    let (_, most) = settings.seats();
    if state.seated().count() > usize::from(most) {
        // A change of game must not take away a player's seat. Some players have to stand up first.
        return Err(RoomProblem::TooManySeated { most }.into());
    }
    if settings == &state.settings {
        return Ok(Vec::new());
    }
    let mut events = moved_up(state, most);
    events.push(LogEvent::SettingsChanged(SettingsChanged {
        settings: settings.clone(),
        unready: Some(unready_by(state, settings, &events)),
    }));
    Ok(events)
}

/// Returns the seats whose owners have to confirm that they are ready after these settings take
/// effect. `moved` holds the events that move players to other seats.
fn unready_by(state: &RoomState, settings: &Settings, moved: &[LogEvent]) -> Seats {
    let changed = state.settings.changed(settings);
    if !changed.into_iter().any(Setting::is_of_the_game) {
        return Seats::NONE;
    }
    let new_seat = |player| {
        moved.iter().find_map(|event| match event {
            LogEvent::Sat(sat) if sat.person.player == player => Some(sat.seat),
            _ => None,
        })
    };
    let ready = state
        .seated()
        .filter(|(_, taken)| taken.ready && !taken.owner.is_bot());
    ready
        .map(|(seat, taken)| new_seat(taken.owner.player).unwrap_or(seat))
        .collect()
}

/// Moves the players on seats that a game of `most` does not have to free seats, in seat order.
fn moved_up(state: &RoomState, most: u8) -> Vec<LogEvent> {
    let mut free = Seat::first(most).filter(|&seat| state.seats.get(seat).is_none());
    let beyond = state.seated().filter(|(seat, _)| seat.number() >= most);
    let move_up = |(seat, taken): (Seat, &SeatState)| {
        let removed = false;
        let sat = Sat {
            seat: free.next()?,
            person: taken.owner.clone(),
            colour: taken.colour,
        };
        Some([LogEvent::Stood(Stood { seat, removed }), LogEvent::Sat(sat)])
    };
    beyond.filter_map(move_up).flatten().collect()
}

pub(super) fn remove(at: Situation, player: PlayerId, person: PersonId) -> Decision {
    let (state, person) = (at.state, other(at, player, person)?);
    let Some(person) = person else {
        return Err(RoomProblem::NotYourself.into());
    };
    if person.player == state.creator {
        return Err(RoomProblem::CreatorStays.into());
    }
    let removed = true;
    let goes = |(_, taken): &(Seat, &SeatState)| {
        let owner = &taken.owner;
        [owner.player, owner.connects_as()].contains(&person.player)
    };
    let stood = state.seated().filter(goes);
    let stood = stood.map(|(seat, _)| LogEvent::Stood(Stood { seat, removed }));
    // A guest has no way to return, so only the owner of the device can be banned.
    let banned = person.guest_of.is_none().then(|| {
        LogEvent::Banned(Banned {
            number: state.bans + 1,
            person: person.clone(),
        })
    });
    Ok(stood.chain(banned).collect())
}

/// Returns the person that the host's command names, or `None` if it names the host.
fn other(at: Situation, player: PlayerId, person: PersonId) -> Result<Option<Person>, RoomProblem> {
    only_host(at.state, player)?;
    let person = at.audience.named(at.state, person);
    let person = person.ok_or(RoomProblem::NoSuchPerson)?;
    Ok((person.player != player).then_some(person))
}

pub(super) fn readmit(state: &RoomState, player: PlayerId, number: u32) -> Decision {
    only_host(state, player)?;
    if state.banned.iter().all(|ban| ban.number != number) {
        return Err(RoomProblem::NoSuchPerson.into());
    }
    Ok(vec![LogEvent::Readmitted(Readmitted { number })])
}

pub(super) fn pass_on(at: Situation, player: PlayerId, person: PersonId) -> Decision {
    let Some(person) = other(at, player, person)? else {
        return Ok(Vec::new());
    };
    if person.is_bot() || !at.audience.people.has(person.player) {
        // A person who is not connected could not act as host, and the role would pass on at once.
        return Err(RoomProblem::NoSuchPerson.into());
    }
    Ok(vec![LogEvent::HostChanged(HostChanged {
        person,
        gone: false,
        back: false,
    })])
}

/// Gives the seat of an absent owner to another person, for example because the owner now uses a
/// new device. The host vouches for that.
pub(super) fn hand(at: Situation, player: PlayerId, seat: Seat, person: PersonId) -> Decision {
    let state = at.state;
    let person = other(at, player, person)?.unwrap_or_else(|| state.host.clone());
    if person.is_bot() || !at.audience.people.has(person.player) {
        return Err(RoomProblem::NoSuchPerson.into());
    }
    if state.seat_of(person.player).is_some() {
        return Err(RoomProblem::AlreadySeated.into());
    }
    let taken = state.seats.get(seat).ok_or(RoomProblem::NoSuchSeat)?;
    let is_vacant = state.is_vacant(seat);
    if !is_vacant && !may_replace(at, taken) {
        let player = taken.owner.connects_as();
        let is_creator = player == state.creator;
        let is_here = at.audience.people.has(player);
        return Err(if is_creator && !is_here {
            RoomProblem::CreatorStays.into()
        } else {
            RoomProblem::SeatTaken.into()
        });
    }
    if !state.may_continue(seat, person.player) {
        let need = RatedNeed::OwnSeat;
        return Err(RoomProblem::RatedNeeds { need }.into());
    }
    let removed = false;
    let stood = (!is_vacant).then_some(LogEvent::Stood(Stood { seat, removed }));
    let goes_on = LogEvent::Sat(Sat {
        seat,
        person,
        colour: taken.colour,
    });
    let readied = state.playing().is_none().then_some({
        let (ready, nonce) = (true, None);
        LogEvent::Readied(Readied { seat, ready, nonce })
    });
    Ok(stood.into_iter().chain([goes_on]).chain(readied).collect())
}

/// Returns whether the host may give a seat with an owner to another person or to a bot. The owner
/// must be gone, and the creator of the room keeps their seat.
pub(super) fn may_replace(at: Situation, taken: &SeatState) -> bool {
    let player = taken.owner.connects_as();
    !taken.owner.is_bot() && !at.audience.people.has(player) && player != at.state.creator
}

/// Admits a person who asks to come in to the locked room.
pub(super) fn admit(at: Situation, player: PlayerId, person: PersonId) -> Decision {
    only_host(at.state, player)?;
    let player = at.audience.entry_requests.player(person);
    let player = player.ok_or(RoomProblem::NoSuchPerson)?;
    Ok(vec![LogEvent::Admitted(Admitted { player })])
}

pub(super) fn lock(state: &RoomState, player: PlayerId, locked: bool) -> Decision {
    only_host(state, player)?;
    let changes = state.locked != locked;
    let event = LogEvent::Locked(Locked { locked });
    Ok(changes.then_some(event).into_iter().collect())
}

pub(super) fn hush(state: &RoomState, player: PlayerId, hushed: bool) -> Decision {
    only_host(state, player)?;
    let changes = state.hushed != hushed;
    let event = LogEvent::Hushed(Hushed { hushed });
    Ok(changes.then_some(event).into_iter().collect())
}

/// Returns the next host and the time of the change, if the host is gone. The next host is the
/// room's creator if connected, otherwise the first connected player at the table. A spectator
/// never becomes host this way, because the others have not let them play.
pub(super) fn succession(at: Situation) -> Option<(Time, HostChanged)> {
    let (state, audience) = (at.state, at.audience);
    // In a game with turns of days, players need not be connected, so a host counts as gone only
    // after the game.
    let waits = state.settings.clock.is_of_days() && state.phase() != Phase::Over;
    if waits {
        return None;
    }
    if state.is_used_up() {
        // A full log leaves no command that only a host could give.
        return None;
    }
    let since = audience.absences.since(state.host.player)?;
    let mut owners = state.seated().map(|(_, taken)| &taken.owner);
    let heir = owners.find(|owner| !owner.is_bot() && audience.people.has(owner.player));
    let creator = audience.people.get(state.creator).map(|here| &here.person);
    let changed = HostChanged {
        person: creator.or(heir)?.clone(),
        gone: true,
        back: false,
    };
    Some((since.plus(limits::HOST_GRACE_MS), changed))
}
