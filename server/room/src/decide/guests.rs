//! The guests of a person: players without a device of their own, who play on the person's device.

use senda_rules::Seat;

use super::{Decision, bots, seats};
use crate::{
    log::{LogEvent, Named, Readied, Stood},
    person::{Person, PlayerId},
    protocol::{Colour, Coloured, Name, RatedNeed, RoomProblem},
    state::{RoomState, SeatState},
    step::Entropy,
};

/// Adds a guest of a person, changes the name and the colour of a guest, or removes one.
pub(super) fn set(
    state: &RoomState,
    person: &Person,
    seat: Option<Seat>,
    name: Option<&Name>,
    colour: Option<Colour>,
    entropy: &mut dyn Entropy,
) -> Decision {
    let guest = seat.and_then(|seat| guest_at(state, person.player, seat));
    match (guest, name) {
        (None, None) => Err(RoomProblem::NoSuchGuest.into()),
        (Some((seat, _)), None) => {
            let removed = false;
            Ok(vec![LogEvent::Stood(Stood { seat, removed })])
        }
        (Some(guest), Some(name)) => change(state, guest, name, colour),
        (None, Some(name)) => {
            let id = bots::new_id(entropy);
            let guest = Person::guest(id, name.clone(), person.player);
            add(state, guest, seat, colour)
        }
    }
}

/// Seats a new guest, who is ready at once.
fn add(state: &RoomState, guest: Person, seat: Option<Seat>, colour: Option<Colour>) -> Decision {
    if state.playing().is_some() {
        return Err(RoomProblem::GameRunning.into());
    }
    if state.settings.rated {
        let need = RatedNeed::NoGuests;
        return Err(RoomProblem::RatedNeeds { need }.into());
    }
    let taken = seats::seated(state, guest, seat, colour)?;
    let readied = Readied {
        seat: taken.seat,
        ready: true,
        nonce: None,
    };
    Ok(vec![LogEvent::Sat(taken), LogEvent::Readied(readied)])
}

/// Changes the name and the colour of a guest.
fn change(
    state: &RoomState,
    (seat, taken): (Seat, &SeatState),
    name: &Name,
    colour: Option<Colour>,
) -> Decision {
    let colour = colour.filter(|&colour| colour != taken.colour);
    if let Some(colour) = colour {
        if state.playing().is_some() {
            return Err(RoomProblem::GameRunning.into());
        }
        if !state.seats.has_free_colour(colour) {
            return Err(RoomProblem::ColourTaken.into());
        }
    }
    let owner = &taken.owner;
    let named = (owner.name != *name).then(|| {
        LogEvent::Named(Named {
            player: owner.player,
            name: name.clone(),
            guest_of: owner.guest_of,
        })
    });
    let coloured = colour.map(|colour| LogEvent::Coloured(Coloured { seat, colour }));
    Ok(named.into_iter().chain(coloured).collect())
}

/// Returns the guest of a person at a seat.
fn guest_at(state: &RoomState, host: PlayerId, seat: Seat) -> Option<(Seat, &SeatState)> {
    let mut seats = state.seats_of(host);
    seats.find(|(other, taken)| *other == seat && taken.owner.guest_of.is_some())
}

/// Returns the guest who takes the device of a person, or `None` if the person takes it back.
pub(crate) fn pass(
    state: &RoomState,
    person: &Person,
    seat: Option<Seat>,
) -> Result<Option<PlayerId>, RoomProblem> {
    let own = state.seat_of(person.player);
    match seat {
        _ if seat == own => Ok(None),
        Some(seat) if state.playing().is_some() => {
            let guest = guest_at(state, person.player, seat);
            let (_, guest) = guest.ok_or(RoomProblem::NoSuchGuest)?;
            Ok(Some(guest.owner.player))
        }
        _ => Err(RoomProblem::NoSuchGuest),
    }
}
