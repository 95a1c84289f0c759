//! How prisoners move: phase 3 A of a turn.

use super::{
    Does, End, Event, Illegal, Phase, Place, RoundEnd, STEPS_EACH, Spot, State, state::PRISONERS,
    turn::Play,
};
use crate::{BySeat, Seat};

impl State {
    /// Prisoners of one player on green areas that end a round: three, or two in a game of two, however many have
    /// left it since (end of a round; two players).
    pub(super) fn escape(&self) -> u8 {
        if self.seats == 2 { 2 } else { 3 }
    }

    /// How many prisoners of a seat are where that is so.
    pub(super) fn count(&self, seat: Seat, is_so: impl Fn(Place) -> bool) -> u8 {
        let count = self.prisoners[seat].iter().filter(|&&at| is_so(at)).count();
        u8::try_from(count).expect("eight prisoners")
    }

    /// Whether prisoners may move now.
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

    /// Where a prisoner is that may move.
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

    /// Whether a prisoner may come to a place that a tunnel leads to.
    pub(super) fn enter(&self, seat: Seat, to: Place) -> Result<(), Illegal> {
        match to {
            Place::Tunnel(spot) => self.enter_section(seat, spot),
            Place::Green(zone) => self.enter_zone(seat, zone),
            Place::Block | Place::Free(_) | Place::Lost => Ok(()),
        }
    }

    /// There must be room, nobody on the tile in the same tunnel, also where it comes back to the tile, and no
    /// other's door unless the player has a master key (moving prisoners; master key).
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

    /// A zone is the own one, or nobody's and not the last that somebody else needs (free zone). Who has left
    /// the game needs none \[R\].
    pub(super) fn enter_zone(&self, seat: Seat, zone: u8) -> Result<(), Illegal> {
        match self.zones[usize::from(zone)] {
            Some(owner) if owner == seat => Ok(()),
            Some(owner) => Err(Illegal::ZoneOfOther { owner }),
            None => {
                let free = self.zones.iter().filter(|owner| owner.is_none()).count();
                let others = self.playing().without(seat);
                let without = others
                    .iter()
                    .filter(|&other| !self.zones.contains(&Some(other)));
                if free - 1 < without.count() {
                    return Err(Illegal::ZoneReserved);
                }
                Ok(())
            }
        }
    }

    /// What a step that is possible does besides. A key that goes back and is won again by the same step is kept.
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

    /// How many prisoners each player loses, if the round ends once one of a seat has left its place.
    fn losses_without(&self, seat: Seat, from: Place) -> BySeat<u8> {
        BySeat::new(self.seats, |other| {
            let gone = other == seat && self.is_exposed(from);
            self.exposed(other) - u8::from(gone)
        })
    }
}

impl Play<'_> {
    /// Moves a prisoner one step, and ends the round or the game if enough have escaped. Else a master key is
    /// given at the moment in which its owner comes to have the right to it (master key).
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
