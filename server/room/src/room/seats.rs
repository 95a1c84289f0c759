//! Chairs: who has a seat, in which colour, ready or not.

use std::collections::BTreeSet;

use senda_rules::{Nonce, Seat, Seats};

use super::{
    Person, PlayerId, Room,
    state::{RoomState, Wrong},
};
use crate::{
    LogEvent, Time, limits,
    protocol::{Colour, PersonId, Phase, Problem, RoomProblem, Setting, Settings},
};

/// A seat that is taken, or was given up in the game that runs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct SeatState {
    /// Who has it; who had it, if it is vacant.
    pub owner: Person,
    /// Who the owner is to the others.
    pub person: PersonId,
    pub colour: Colour,
    pub ready: bool,
    pub nonce: Option<Nonce>,
    /// The settings that have changed since the owner was ready.
    pub changed: BTreeSet<Setting>,
    pub away: bool,
    /// Turns run out in a row.
    pub timeouts: u8,
    /// Given up in this game.
    pub vacant: bool,
    /// What is left in the bank at the start of the turn.
    pub bank_ms: u64,
    /// Who ask that the game go on without waiting for it.
    pub urged_by: Seats,
}

impl SeatState {
    pub fn new(owner: Person, person: PersonId, colour: Colour) -> Self {
        Self {
            owner,
            person,
            colour,
            ready: false,
            nonce: None,
            changed: BTreeSet::new(),
            away: false,
            timeouts: 0,
            vacant: false,
            bank_ms: 0,
            urged_by: Seats::NONE,
        }
    }

    /// Whether placements are made for it.
    pub fn is_played_for(&self) -> bool {
        self.away || self.vacant
    }
}

/// The chairs of a room with those settings, all of them free.
pub(super) fn free(settings: &Settings) -> Vec<Option<SeatState>> {
    let (_, most) = settings.options.kind().seats();
    vec![None; usize::from(most)]
}

impl RoomState {
    /// The seats that somebody has now, clockwise.
    pub(super) fn seated(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        self.all_chairs().filter(|(_, chair)| !chair.vacant)
    }

    /// The seats that somebody has or had in this game, clockwise.
    pub(super) fn all_chairs(&self) -> impl Iterator<Item = (Seat, &SeatState)> {
        let chairs = Seat::first(Seat::MOST).zip(&self.chairs);
        chairs.filter_map(|(seat, chair)| Some((seat, chair.as_ref()?)))
    }

    pub(super) fn sit(&mut self, seat: Seat, person: &Person, colour: Colour) -> Result<(), Wrong> {
        let id = self.person_id(person.player);
        let chair = self
            .chairs
            .get_mut(seat.index())
            .ok_or("there is no such seat")?;
        match chair {
            Some(chair) if chair.vacant => {
                (chair.owner, chair.person) = (person.clone(), id);
                (chair.vacant, chair.away, chair.timeouts) = (false, false, 0);
            }
            Some(_) => return Err("somebody sits there already"),
            None => *chair = Some(SeatState::new(person.clone(), id, colour)),
        }
        Ok(())
    }

    pub(super) fn stand(&mut self, seat: Seat) -> Result<(), Wrong> {
        if self.phase == Phase::Playing {
            let chair = self.chair_mut(seat)?;
            (chair.vacant, chair.away, chair.timeouts) = (true, false, 0);
            chair.urged_by = Seats::NONE;
            self.pause_asked_by.retain(|&asked| asked != seat);
            // Who takes the seat over has asked for nothing.
            for chair in self.chairs.iter_mut().flatten() {
                chair.urged_by = chair.urged_by.without(seat);
            }
        } else {
            self.chair_mut(seat)?;
            self.chairs[seat.index()] = None;
        }
        Ok(())
    }

    /// The seats whose owners are ready.
    pub(super) fn ready_seats(&self) -> Seats {
        let ready = self.seated().filter(|(_, chair)| chair.ready);
        ready.map(|(seat, _)| seat).collect()
    }

    /// Nobody is ready any more.
    pub(super) fn unready(&mut self) {
        for chair in self.chairs.iter_mut().flatten() {
            (chair.ready, chair.nonce) = (false, None);
            chair.changed.clear();
        }
    }

    /// Those at these seats are not ready any more, because settings have changed; nobody is, if it is not
    /// known whose they are. Who was asked before and has not answered is told all that has changed.
    pub(super) fn ask_again(&mut self, unready: Option<Seats>, changed: &[Setting]) {
        let Some(unready) = unready else {
            return self.unready();
        };
        let of_the_game = changed.iter().filter(|setting| setting.is_of_the_game());
        let of_the_game: BTreeSet<Setting> = of_the_game.copied().collect();
        for (seat, chair) in Seat::first(Seat::MOST).zip(&mut self.chairs) {
            let Some(chair) = chair else { continue };
            if unready.contains(seat) || !chair.changed.is_empty() {
                (chair.ready, chair.nonce) = (false, None);
                chair.changed.extend(&of_the_game);
            }
        }
    }

    fn colour_is_free(&self, colour: Colour) -> bool {
        self.all_chairs().all(|(_, chair)| chair.colour != colour)
    }
}

impl Room {
    pub(super) fn decide_sit(
        &self,
        person: Person,
        seat: Option<Seat>,
        colour: Option<Colour>,
    ) -> Result<Vec<LogEvent>, Problem> {
        let lasting = &self.lasting;
        if lasting.seat_of(person.player).is_some() {
            return Err(RoomProblem::AlreadySeated.into());
        }
        let playing = lasting.phase == Phase::Playing;
        let is_free = |chair: &Option<SeatState>| match chair {
            None => !playing,
            Some(chair) => chair.vacant,
        };
        let seat = match seat {
            Some(seat) => {
                let chair = lasting.chairs.get(seat.index());
                let chair = chair.ok_or(RoomProblem::NoSuchSeat)?;
                if !is_free(chair) {
                    let why = match chair {
                        Some(_) => RoomProblem::SeatTaken,
                        None => RoomProblem::GameRunning,
                    };
                    return Err(why.into());
                }
                seat
            }
            None => Seat::first(Seat::MOST)
                .zip(&lasting.chairs)
                .find_map(|(seat, chair)| is_free(chair).then_some(seat))
                .ok_or(RoomProblem::RoomFull)?,
        };
        // In a game the marker on the board keeps its colour, whoever leads it on.
        let colour = match (lasting.chair(seat), colour) {
            (Some(chair), _) => chair.colour,
            (None, Some(colour)) if lasting.colour_is_free(colour) => colour,
            (None, Some(_)) => return Err(RoomProblem::ColourTaken.into()),
            (None, None) => lasting.first_free_colour(),
        };
        Ok(vec![LogEvent::Sat {
            seat,
            person,
            colour,
        }])
    }

    pub(super) fn decide_stand(&self, player: PlayerId) -> Result<Vec<LogEvent>, Problem> {
        let seat = self.lasting.seat_of(player).ok_or(RoomProblem::NoSeat)?;
        Ok(vec![LogEvent::Stood {
            seat,
            removed: false,
        }])
    }

    pub(super) fn decide_colour(
        &self,
        player: PlayerId,
        colour: Colour,
    ) -> Result<Vec<LogEvent>, Problem> {
        let lasting = &self.lasting;
        let seat = lasting.seat_of(player).ok_or(RoomProblem::NoSeat)?;
        if lasting.phase == Phase::Playing {
            return Err(RoomProblem::GameRunning.into());
        }
        if lasting
            .chair(seat)
            .is_some_and(|chair| chair.colour == colour)
        {
            return Ok(Vec::new());
        }
        if !lasting.colour_is_free(colour) {
            return Err(RoomProblem::ColourTaken.into());
        }
        Ok(vec![LogEvent::Coloured { seat, colour }])
    }

    pub(super) fn decide_ready(
        &self,
        player: PlayerId,
        ready: bool,
        nonce: Option<Nonce>,
    ) -> Result<Vec<LogEvent>, Problem> {
        let lasting = &self.lasting;
        let seat = lasting.seat_of(player).ok_or(RoomProblem::NoSeat)?;
        if lasting.phase == Phase::Playing {
            return Err(RoomProblem::GameRunning.into());
        }
        let nonce = nonce.filter(|_| ready);
        let chair = lasting.chair(seat);
        if chair.is_some_and(|chair| (chair.ready, chair.nonce) == (ready, nonce)) {
            return Ok(Vec::new());
        }
        Ok(vec![LogEvent::Readied { seat, ready, nonce }])
    }

    /// Between games, the seat whose owner has been gone for the longest, and when it is freed.
    /// As long as nobody is here it blocks nobody.
    pub(super) fn seat_given_up(&self) -> Option<(Time, Seat)> {
        if self.lasting.phase == Phase::Playing || self.is_deserted() {
            return None;
        }
        let gone = self.lasting.seated().filter_map(|(seat, chair)| {
            let since = self.absent.get(&chair.owner.player)?;
            Some((since.plus(limits::SEAT_KEPT_MS), seat))
        });
        gone.min()
    }
}

impl RoomState {
    pub(super) fn first_free_colour(&self) -> Colour {
        let mut colours = Colour::ALL.into_iter();
        colours
            .find(|&colour| self.colour_is_free(colour))
            .expect("as many colours as seats")
    }
}
