//! Doors and master keys: phase 3 B of a turn and its end.

use super::{Event, Illegal, Phase, Place, Spot, State, turn::Play};
use crate::Seat;

impl State {
    /// Checks that a door may be put or moved now: once per turn, in a turn without steps (phase
    /// 3).
    pub(super) fn is_door_phase(&self) -> Result<(), Illegal> {
        if !matches!(self.phase, Phase::Act | Phase::Main) {
            return Err(Illegal::WrongPhase);
        }
        if self.done.door {
            return Err(Illegal::DoorAlreadyUsed);
        }
        if self.done.stepped() {
            return Err(Illegal::StepsAlreadyUsed);
        }
        Ok(())
    }

    /// Checks that the seat has that door: on the board at `from`, or in the supply.
    pub(super) fn has_door(&self, seat: Seat, from: Option<Spot>) -> Result<(), Illegal> {
        match from {
            Some(from) if !self.doors[seat].contains(&from) => Err(Illegal::NotYourDoor),
            None if self.supply(seat) == 0 => Err(Illegal::NoDoorInSupply),
            _ => Ok(()),
        }
    }

    /// Checks that the seat can put that door there (phase 3 B; door). The check uses the tunnels
    /// with the door still at `from`: taking up a door of the seat never gives a tunnel to another
    /// player.
    pub(super) fn bars(&self, seat: Seat, from: Option<Spot>, to: Spot) -> Result<(), Illegal> {
        if self.board.at(to.cell).is_none() {
            return Err(Illegal::NoSuchTile);
        }
        if !self.board.has(to) {
            return Err(Illegal::NoSuchSection);
        }
        if from == Some(to) {
            return Err(Illegal::SameCell);
        }
        if self.board.hides(to) {
            return Err(Illegal::HideoutNoDoor);
        }
        if self.board.openings(to) > 2 {
            return Err(Illegal::Junction);
        }
        let mut others = self.all_doors().filter(|door| Some(door.at) != from);
        if others.any(|door| door.at.cell == to.cell) {
            return Err(Illegal::TileAlreadyHasDoor);
        }
        if let Some(owner) = self.tunnels.other_owner(to, seat) {
            return Err(Illegal::TunnelOfOther { owner });
        }
        if self.in_section(to).any(|prisoner| prisoner.seat != seat) {
            return Err(Illegal::ForeignPrisonerThere);
        }
        Ok(())
    }

    /// Returns whether the prisoners of a player win a master key now.
    pub(super) fn earns_key(&self, seat: Seat) -> bool {
        self.wins_key(&self.prisoners[seat])
    }

    /// Returns whether prisoners in these places win their player a master key (master key): the
    /// prisoners that have neither escaped nor been lost are all in hide-outs, in two hide-outs at
    /// most, and there is at least one such prisoner.
    pub(super) fn wins_key(&self, places: &[Place]) -> bool {
        let mut hide_outs: Vec<Spot> = Vec::new();
        for &at in places {
            match at {
                Place::Green(_) | Place::Free(_) | Place::Lost => {}
                Place::Tunnel(spot) if self.board.hides(spot) => {
                    if !hide_outs.contains(&spot) {
                        hide_outs.push(spot);
                    }
                }
                Place::Block | Place::Tunnel(_) => return false,
            }
        }
        (1..=2).contains(&hide_outs.len())
    }

    /// Returns whether a step to that place costs the player the master key, because a prisoner
    /// leaves the tunnels (master key).
    pub(super) fn loses_key(&self, seat: Seat, to: Place) -> bool {
        self.keys.contains(seat) && matches!(to, Place::Block | Place::Green(_))
    }
}

impl Play<'_> {
    /// Puts a door into a tunnel, or moves one.
    pub(super) fn door(&mut self, seat: Seat, from: Option<Spot>, to: Spot) -> Result<(), Illegal> {
        self.state.is_door_phase()?;
        self.state.has_door(seat, from)?;
        self.state.bars(seat, from, to)?;
        self.add(Event::DoorPut { seat, from, to });
        Ok(())
    }

    /// Gives a player a master key, if the player earns one and has none. Returns `false` if the
    /// player must first choose the door to give up for it.
    pub(super) fn give_key(&mut self, seat: Seat) -> bool {
        if self.state.keys.contains(seat) || !self.state.earns_key(seat) {
            return true;
        }
        if self.state.supply(seat) == 0 {
            self.add(Event::KeyDue { seat });
            return false;
        }
        self.add(Event::KeyWon { seat, door: None });
        true
    }

    /// Gives up a door on the board for a key. The turn goes on.
    pub(super) fn give_door(&mut self, seat: Seat, section: Spot) -> Result<(), Illegal> {
        if !self.state.doors[seat].contains(&section) {
            return Err(Illegal::NotYourDoor);
        }
        let door = Some(section);
        self.add(Event::KeyWon { seat, door });
        Ok(())
    }
}
