//! What a game looks like to who thinks it on: the same that a view tells, without making one.

use super::{Cell, Kind, Options, Phase, Place, Spot, State};
use crate::{Seat, Seats};

impl State {
    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What it waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Where the prisoners of a seat are, by their numbers.
    pub fn prisoners(&self, seat: Seat) -> &[Place] {
        &self.prisoners[seat]
    }

    /// The tiles in the stock of a seat.
    pub fn stock(&self, seat: Seat) -> &[Kind] {
        &self.stocks[seat]
    }

    /// The doors of a seat that are on the board.
    pub fn doors(&self, seat: Seat) -> &[Spot] {
        &self.doors[seat]
    }

    /// The tiles of all piles.
    pub fn tiles_left(&self) -> usize {
        self.piles.iter().map(Vec::len).sum()
    }

    /// For each tunnel of the tile on a cell the sides that it leads to, a bit each; `None` where no tile lies.
    pub fn sections(&self, cell: Cell) -> Option<&'static [u8]> {
        let shape = self.board.at(cell)?.shape();
        Some(&shape.sections[..shape.count.into()])
    }

    /// Whether a tunnel has a hide-out.
    pub fn hides(&self, spot: Spot) -> bool {
        self.board.hides(spot)
    }

    /// Whether a door of somebody else keeps a seat out of a section.
    pub fn is_barred(&self, seat: Seat, spot: Spot) -> bool {
        let mut others = self.all_doors().filter(|door| door.seat != seat);
        !self.keys.contains(seat) && others.any(|door| door.at == spot)
    }

    /// Whether a prisoner of a seat may enter a zone.
    pub fn may_take(&self, seat: Seat, zone: u8) -> bool {
        self.enter_zone(seat, zone).is_ok()
    }

    /// How many prisoners of one player on green areas end a round.
    pub fn ends_round(&self) -> u8 {
        self.escape()
    }

    /// Which round is played, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Who has a master key.
    pub fn keys(&self) -> Seats {
        self.keys
    }

    /// Whose each free zone is.
    pub fn zones(&self) -> &[Option<Seat>] {
        &self.zones
    }
}
