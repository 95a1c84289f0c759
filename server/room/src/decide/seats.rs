//! The commands on seats: sitting down, standing up, colours and readiness.

use senda_rules::{Nonce, Seat};

use super::{Decision, Situation};
use crate::{
    limits,
    log::{LogEvent, Readied, Sat, Stood},
    person::{Person, PlayerId},
    protocol::{Colour, Coloured, RatedNeed, RoomProblem},
    state::{RoomState, SeatState},
    time::Time,
};

pub(super) fn sit(
    state: &RoomState,
    person: &Person,
    seat: Option<Seat>,
    colour: Option<Colour>,
    nonce: Option<Nonce>,
) -> Decision {
    if state.seat_of(person.player).is_some() {
        return Err(RoomProblem::AlreadySeated.into());
    }
    // A person without a seat may have seen the hands of the others.
    if state.playing().is_some() && state.settings.shows_hands() {
        return Err(RoomProblem::HandsShown.into());
    }
    let taken = seated(state, person.clone(), seat, colour)?;
    let readied = Readied {
        seat: taken.seat,
        ready: true,
        nonce,
    };
    let mut events = vec![LogEvent::Sat(taken)];
    // A player who takes over a seat in a running game plays at once and need not be ready.
    if state.playing().is_none() {
        events.push(LogEvent::Readied(readied));
    }
    Ok(events)
}

/// Seats a person who has no seat.
pub(super) fn seated(
    state: &RoomState,
    person: Person,
    seat: Option<Seat>,
    colour: Option<Colour>,
) -> Result<Sat, RoomProblem> {
    let playing = state.playing().is_some();
    let is_free = |(seat, taken): (Seat, Option<&SeatState>)| match taken {
        None => !playing,
        Some(_) => state.is_vacant(seat) && state.may_continue(seat, person.player),
    };
    if state.rated_game().is_some() && !state.seats.iter().any(is_free) {
        let need = RatedNeed::OwnSeat;
        return Err(RoomProblem::RatedNeeds { need });
    }
    let mut seats = state.seats.iter();
    let (seat, taken) = match seat {
        Some(seat) => {
            let chosen = seats.find(|(other, _)| *other == seat);
            let chosen = chosen.ok_or(RoomProblem::NoSuchSeat)?;
            if !is_free(chosen) {
                let why = match chosen {
                    (_, Some(_)) => RoomProblem::SeatTaken,
                    (_, None) => RoomProblem::GameRunning,
                };
                return Err(why);
            }
            chosen
        }
        None => seats
            .find(|&seat| is_free(seat))
            .ok_or(RoomProblem::RoomFull)?,
    };
    // In a running game, the marker on the board keeps its colour when another person takes it
    // over.
    let colour = match (taken, colour) {
        (Some(taken), _) => taken.colour,
        (None, Some(colour)) if state.seats.has_free_colour(colour) => colour,
        (None, Some(_)) => return Err(RoomProblem::ColourTaken),
        (None, None) => usual_colour(state, seat),
    };
    Ok(Sat {
        seat,
        person,
        colour,
    })
}

/// Returns the colour of a person who has not chosen one: that of the seat in the finished game
/// that the room's games start from, or the first free one.
fn usual_colour(state: &RoomState, seat: Seat) -> Colour {
    let former = state.setup.iter().flat_map(|setup| &setup.colours);
    let former = former.copied().nth(seat.index());
    let mut colours = former.into_iter().chain(Colour::ALL);
    colours
        .find(|&colour| state.seats.has_free_colour(colour))
        .expect("as many colours as seats")
}

pub(super) fn stand(state: &RoomState, player: PlayerId) -> Decision {
    let own = state.seat_of(player).ok_or(RoomProblem::NoSeat)?;
    // The guests play on the device of the person who leaves.
    let guests = state.seats_of(player).map(|(seat, _)| seat);
    let seats = [own].into_iter().chain(guests.filter(|&seat| seat != own));
    let removed = false;
    let stood = seats.map(|seat| LogEvent::Stood(Stood { seat, removed }));
    Ok(stood.collect())
}

/// Returns the seat of a player who may change it, which is possible between games only.
fn own_seat(state: &RoomState, player: PlayerId) -> Result<(Seat, &SeatState), RoomProblem> {
    let mut seated = state.seated();
    let own = seated.find(|(_, seat)| seat.owner.player == player);
    let own = own.ok_or(RoomProblem::NoSeat)?;
    match state.playing() {
        Some(_) => Err(RoomProblem::GameRunning),
        None => Ok(own),
    }
}

pub(super) fn colour(state: &RoomState, player: PlayerId, colour: Colour) -> Decision {
    let (seat, own) = own_seat(state, player)?;
    if own.colour == colour {
        return Ok(Vec::new());
    }
    if !state.seats.has_free_colour(colour) {
        return Err(RoomProblem::ColourTaken.into());
    }
    Ok(vec![LogEvent::Coloured(Coloured { seat, colour })])
}

pub(super) fn ready(
    state: &RoomState,
    player: PlayerId,
    ready: bool,
    nonce: Option<Nonce>,
) -> Decision {
    if state.seats_of(player).next().is_none() {
        return Err(RoomProblem::NoSeat.into());
    }
    if state.playing().is_some() {
        return Err(RoomProblem::GameRunning.into());
    }
    // The person answers for their guests too.
    let readied = state.seats_of(player).filter_map(|(seat, taken)| {
        let nonce = nonce.filter(|_| ready && taken.owner.player == player);
        let changes = (taken.ready, taken.nonce) != (ready, nonce);
        changes.then_some(LogEvent::Readied(Readied { seat, ready, nonce }))
    });
    Ok(readied.collect())
}

/// Returns the seat whose owner has been gone for the longest time, and the time at which it is
/// freed. It applies between games only. While no client is connected, the seat blocks no other
/// person and is kept.
pub(super) fn seat_to_free(at: Situation) -> Option<(Time, Seat)> {
    // In a game with turns of days, players need not be connected, so their seats are kept.
    let waits = at.state.settings.clock.is_of_days();
    if waits || at.state.playing().is_some() || at.audience.is_empty() {
        return None;
    }
    let gone = at.state.seated().filter_map(|(seat, taken)| {
        let since = at.audience.absences.since(taken.owner.connects_as())?;
        Some((since.plus(limits::SEAT_KEPT_MS), seat))
    });
    gone.min()
}
