//! Moves prisoners: phase 3 A of a turn.

use super::{
    Does, End, Event, Illegal, Phase, Place, RoundEnd, STEPS_EACH, Spot, State, state::PRISONERS,
    turn::Play,
};
use crate::{BySeat, Seat};

impl State {
    /// Returns the number of prisoners of one player on green areas that ends a round: three, or
    /// two in a game that began with two players (end of a round; two players). Players who leave
    /// do not change it.
    pub(super) fn escape(&self) -> u8 {
        if self.seats == 2 { 2 } else { 3 }
    }

    /// Counts the prisoners of a seat whose places satisfy a condition.
    pub(super) fn count(&self, seat: Seat, is_so: impl Fn(Place) -> bool) -> u8 {
        let count = self.prisoners[seat].iter().filter(|&&at| is_so(at)).count();
        u8::try_from(count).expect("eight prisoners")
    }

    /// Checks that prisoners may move now.
    pub(super) fn is_step_phase(&self) -> Result<(), Illegal> {
        if !matches!(self.phase, Phase::Act | Phase::Main) {
            return Err(Illegal::WrongPhase);
        }
        if self.done.door {
            return Err(Illegal::DoorAlreadyUsed);
        }
        if self.done.steps_left() == 0 {
            return Err(Illegal::NoStepsLeft);
        }
        Ok(())
    }

    /// Returns the place of a prisoner, if that prisoner may move.
    pub(super) fn mobile(&self, seat: Seat, prisoner: u8) -> Result<Place, Illegal> {
        if usize::from(prisoner) >= PRISONERS {
            return Err(Illegal::NoSuchPrisoner);
        }
        let at = self.prisoners[seat][usize::from(prisoner)];
        if at.is_out() || at == Place::Lost {
            return Err(Illegal::PrisonerGone);
        }
        if self.done.steps[usize::from(prisoner)] >= STEPS_EACH {
            return Err(Illegal::PrisonerTwoStepsUsed);
        }
        Ok(at)
    }

    /// Checks that a prisoner of the seat may enter a place that a tunnel leads to.
    pub(super) fn enter(&self, seat: Seat, to: Place) -> Result<(), Illegal> {
        match to {
            Place::Tunnel(spot) => self.enter_section(seat, spot),
            Place::Green(zone) => self.enter_zone(seat, zone),
            Place::Block | Place::Free(_) | Place::Lost => Ok(()),
        }
    }

    /// Checks that a prisoner may enter a section (moving prisoners; master key). The section must
    /// have room. No prisoner may be on the tile in another section of the same tunnel, which
    /// happens where a tunnel comes back to the tile. A door of another player bars the section,
    /// unless the seat has a master key.
    fn enter_section(&self, seat: Seat, spot: Spot) -> Result<(), Illegal> {
        if self.in_section(spot).count() >= self.board.room(spot) {
            return Err(Illegal::SectionFull);
        }
        let tunnel = self.tunnels.number(spot);
        let mut beside = self
            .on_tile(spot.cell)
            .map(|(_, section)| Spot { section, ..spot });
        if beside.any(|other| other != spot && self.tunnels.number(other) == tunnel) {
            return Err(Illegal::SameTunnel);
        }
        let door = self.all_doors().find(|door| door.at == spot);
        match door {
            Some(door) if door.seat != seat && !self.keys.contains(seat) => {
                Err(Illegal::DoorBlocks { owner: door.seat })
            }
            _ => Ok(()),
        }
    }

    /// Checks that a prisoner may enter a zone (free zone): the zone belongs to the seat, or it has
    /// no owner and enough zones remain for the other players who have none. Players who have left
    /// the game need none \[R\].
    pub(super) fn enter_zone(&self, seat: Seat, zone: u8) -> Result<(), Illegal> {
        match self.zones[usize::from(zone)] {
            Some(owner) if owner == seat => Ok(()),
            Some(owner) => Err(Illegal::ZoneOfOther { owner }),
            None if self.may_take_new(seat) => Ok(()),
            None => Err(Illegal::ZoneReserved),
        }
    }

    /// Returns whether a seat may enter zones that have no owner. There must be such a zone.
    pub(super) fn may_take_new(&self, seat: Seat) -> bool {
        let free = self.zones.iter().filter(|owner| owner.is_none()).count();
        let others = self.playing().without(seat);
        let without = others
            .iter()
            .filter(|&other| !self.zones.contains(&Some(other)));
        free > without.count()
    }

    /// Returns the further effects of a legal step, or `None` if there are none. A key that the
    /// same step gives back and wins again counts as kept.
    pub(super) fn does(&self, seat: Seat, from: Place, to: Place) -> Option<Does> {
        let loses_key = self.loses_key(seat, to) && {
            let mut places = self.prisoners[seat];
            if let Some(at) = places.iter_mut().find(|at| **at == from) {
                *at = to;
            }
            !self.wins_key(&places)
        };
        let does = match to {
            Place::Block => Does {
                takes_zone: false,
                loses_key,
                ends_round: None,
                wins: false,
            },
            Place::Green(zone) => {
                let green = self.count(seat, |at| matches!(at, Place::Green(_)));
                let out = self.count(seat, Place::is_out);
                let wins = out + 1 >= self.options.target;
                let ends_round = !wins && green + 1 >= self.escape();
                Does {
                    takes_zone: self.zones[usize::from(zone)].is_none(),
                    loses_key,
                    ends_round: ends_round.then(|| self.losses_without(seat, from)),
                    wins,
                }
            }
            Place::Tunnel(_) | Place::Free(_) | Place::Lost => return None,
        };
        let anything = does.takes_zone || does.loses_key || does.ends_round.is_some() || does.wins;
        anything.then_some(does)
    }

    /// Returns the number of prisoners that each player loses if the round ends after one prisoner
    /// of the seat has left the place `from`.
    fn losses_without(&self, seat: Seat, from: Place) -> BySeat<u8> {
        BySeat::new(self.seats, |other| {
            let gone = other == seat && self.is_exposed(from);
            self.exposed(other) - u8::from(gone)
        })
    }
}

impl Play<'_> {
    /// Moves a prisoner one step. Ends the round or the game if enough prisoners have escaped.
    /// Otherwise gives the player a master key as soon as the player earns it (master key).
    pub(super) fn step(&mut self, seat: Seat, prisoner: u8, to: Place) -> Result<(), Illegal> {
        let state = &self.state;
        state.is_step_phase()?;
        let from = state.mobile(seat, prisoner)?;
        if !state.board.steps(from).contains(&to) {
            return Err(Illegal::NotConnected);
        }
        state.enter(seat, to)?;
        let does = state.does(seat, from, to);
        let loses_key = state.loses_key(seat, to);
        self.add(Event::Stepped {
            seat,
            prisoner,
            from,
            to,
        });
        if let Place::Green(zone) = to
            && does.as_ref().is_some_and(|does| does.takes_zone)
        {
            self.add(Event::ZoneTaken { seat, zone });
        }
        if loses_key {
            self.add(Event::KeyLost { seat });
        }
        match does {
            Some(Does { wins: true, .. }) => self.over(End::Target { winner: seat }),
            Some(Does {
                ends_round: Some(_),
                ..
            }) => self.collapse(RoundEnd::Escape { seat }),
            _ => {
                self.give_key(seat);
            }
        }
        Ok(())
    }
}
