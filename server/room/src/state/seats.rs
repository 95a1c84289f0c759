//! The seats of a room: their owners, colours and readiness.

use std::collections::BTreeSet;

use senda_rules::{Nonce, Seat, Seats};

use super::InvalidRecord;
use crate::{
    person::Person,
    protocol::{Colour, PersonId, Setting, Settings},
};

/// A seat that is taken. In a running game its owner may have left
/// ([`PlayerState::vacant`](super::PlayerState::vacant)).
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct SeatState {
    /// The owner, or the last owner if they have left.
    pub owner: Person,
    /// The id that the other people in the room know the owner by.
    pub person: PersonId,
    pub colour: Colour,
    /// Whether the owner is ready for the next game. Bots always are.
    pub ready: bool,
    /// The owner's contribution to the seed of the shuffles. It is not published before the game
    /// starts.
    pub nonce: Option<Nonce>,
    /// The settings that have changed since the owner was ready.
    pub changed: BTreeSet<Setting>,
}

impl SeatState {
    pub fn new(owner: Person, person: PersonId, colour: Colour) -> Self {
        Self {
            ready: owner.is_bot(),
            owner,
            person,
            colour,
            nonce: None,
            changed: BTreeSet::new(),
        }
    }

    fn unready(&mut self) {
        (self.ready, self.nonce) = (self.owner.is_bot(), None);
    }
}

/// The seats of a room, as many as its game can have. `None` is a free seat.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct SeatList(Vec<Option<SeatState>>);

impl SeatList {
    /// Returns the seats of a room with these settings, all of them free.
    pub fn free(settings: &Settings) -> Self {
        Self(vec![None; count(settings)])
    }

    /// Changes the number of seats to the maximum of a game with these settings.
    pub fn resize(&mut self, settings: &Settings) {
        self.0.resize_with(count(settings), || None);
    }

    /// Returns all seats with their owners, clockwise.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, Option<&SeatState>)> {
        let seats = Seat::first(Seat::MOST).zip(&self.0);
        seats.map(|(seat, state)| (seat, state.as_ref()))
    }

    /// Returns the seats that are not free, clockwise.
    pub fn taken(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.iter().filter_map(|(seat, state)| Some((seat, state?)))
    }

    /// Returns the first free seat, clockwise.
    pub fn first_free(&self) -> Option<Seat> {
        let mut free = self.iter().filter(|(_, taken)| taken.is_none());
        free.next().map(|(seat, _)| seat)
    }

    pub fn get(&self, seat: Seat) -> Option<&SeatState> {
        self.0.get(seat.index())?.as_ref()
    }

    pub fn get_mut(&mut self, seat: Seat) -> Result<&mut SeatState, InvalidRecord> {
        let state = self.0.get_mut(seat.index());
        state.and_then(Option::as_mut).ok_or("nobody sits there")
    }

    pub fn owners_mut(&mut self) -> impl Iterator<Item = &mut Person> {
        self.0.iter_mut().flatten().map(|state| &mut state.owner)
    }

    /// Gives a free seat to a person.
    pub fn take(&mut self, seat: Seat, state: SeatState) -> Result<(), InvalidRecord> {
        match self.0.get_mut(seat.index()) {
            None => Err("there is no such seat"),
            Some(Some(_)) => Err("somebody sits there already"),
            Some(free) => {
                *free = Some(state);
                Ok(())
            }
        }
    }

    pub fn free_one(&mut self, seat: Seat) -> Result<(), InvalidRecord> {
        self.get_mut(seat)?;
        self.0[seat.index()] = None;
        Ok(())
    }

    pub fn has_free_colour(&self, colour: Colour) -> bool {
        self.taken().all(|(_, state)| state.colour != colour)
    }

    /// Marks all owners except bots as not ready.
    pub fn unready_all(&mut self) {
        for state in self.0.iter_mut().flatten() {
            state.unready();
            state.changed.clear();
        }
    }

    /// Marks the owners of the seats in `unready` as not ready, because settings have changed.
    /// Without `unready`, which older logs lack, all owners become not ready. An owner who has not
    /// confirmed an earlier change yet keeps the list of all changes.
    pub fn ask_again(&mut self, unready: Option<Seats>, changed: &[Setting]) {
        let Some(unready) = unready else {
            return self.unready_all();
        };
        let of_the_game = changed.iter().filter(|setting| setting.is_of_the_game());
        let of_the_game: BTreeSet<Setting> = of_the_game.copied().collect();
        for (seat, state) in Seat::first(Seat::MOST).zip(&mut self.0) {
            let Some(state) = state else { continue };
            if !state.owner.is_bot() && (unready.contains(seat) || !state.changed.is_empty()) {
                state.unready();
                state.changed.extend(&of_the_game);
            }
        }
    }
}

fn count(settings: &Settings) -> usize {
    let (_, most) = settings.seats();
    usize::from(most)
}
