//! Read access to a game for bots that think ahead: the same facts as in a view, without the cost
//! of building one.

use super::{Cell, Kind, Options, Phase, Place, Spot, State};
use crate::{Seat, Seats};

impl State {
    /// Returns the options of the game.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the phase, which says what the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Returns the places of a seat's prisoners, indexed by the number of the prisoner.
    pub fn prisoners(&self, seat: Seat) -> &[Place] {
        &self.prisoners[seat]
    }

    /// Returns the tiles in the stock of a seat.
    pub fn stock(&self, seat: Seat) -> &[Kind] {
        &self.stocks[seat]
    }

    /// Returns the doors of a seat that are on the board.
    pub fn doors(&self, seat: Seat) -> &[Spot] {
        &self.doors[seat]
    }

    /// Returns the number of tiles in all piles together.
    pub fn tiles_left(&self) -> usize {
        self.piles.iter().map(Vec::len).sum()
    }

    /// Returns the kind of the tile on a cell, or `None` if no tile lies there.
    pub fn kind(&self, cell: Cell) -> Option<Kind> {
        Some(self.board.at(cell)?.kind)
    }

    /// Returns for each tunnel of the tile on a cell the sides that it leads to, as a set with one
    /// bit per side, or `None` if no tile lies there.
    pub fn sections(&self, cell: Cell) -> Option<&'static [u8]> {
        let shape = self.board.at(cell)?.shape();
        Some(&shape.sections[..shape.count.into()])
    }

    /// Returns whether a tunnel has a hide-out.
    pub fn hides(&self, spot: Spot) -> bool {
        self.board.hides(spot)
    }

    /// Returns whether a door of another player keeps a seat out of a section.
    pub fn is_barred(&self, seat: Seat, spot: Spot) -> bool {
        let mut others = self.all_doors().filter(|door| door.seat != seat);
        !self.keys.contains(seat) && others.any(|door| door.at == spot)
    }

    /// Returns whether a prisoner of a seat may enter the green area of a zone.
    pub fn may_take(&self, seat: Seat, zone: u8) -> bool {
        self.enter_zone(seat, zone).is_ok()
    }

    /// Returns the number of prisoners of one player on green areas that ends a round.
    pub fn ends_round(&self) -> u8 {
        self.escape()
    }

    /// Returns the number of the present round, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Returns the seats that have a master key.
    pub fn keys(&self) -> Seats {
        self.keys
    }

    /// Returns the owner of each free zone.
    pub fn zones(&self) -> &[Option<Seat>] {
        &self.zones
    }
}
