//! Predicts the consequences of a tile for its mover without laying it.

use super::{Board, eight, spot::Cell, ways::Ways};
use crate::{
    Seat, Seats,
    tsuro::{Port, tile::Turned},
};

/// The consequences of a tile for its mover, who stays on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Prospect {
    /// The seats that the tile would eliminate.
    pub gone: Seats,
    /// The seats whose markers would enter the same square next as the mover's.
    pub rivals: Seats,
    /// The mover's [`Board::outlook`] after the tile.
    pub outlook: u16,
}

impl Board {
    /// Returns the consequences of a tile on the square that the mover's marker faces, if it enters
    /// through that port, or `None` if the tile would eliminate the mover. Markers whose path is
    /// not chosen don't walk.
    pub(in super::super) fn prospect(
        &self,
        mover: Seat,
        cell: Cell,
        tile: Turned,
        enter: Port,
    ) -> Option<Prospect> {
        let end = self.strands.lead(cell, tile, enter);
        if end.is_outside() {
            return None;
        }
        let next = end.cell();
        let (mut gone, mut rivals) = (Seats::NONE, self.before(next));
        for other in self.before(cell).without(mover).iter() {
            let end = self.strands.lead(cell, tile, self.at[other.index()].port());
            if end.is_outside() {
                gone = gone.with(other);
            } else if end.is_before(next) {
                rivals = rivals.with(other);
            }
        }
        // The tile would join the strands that end before its square.
        let mut ends = *self.strands.beyond(next);
        let joined = eight::before(&ends, cell);
        for (number, end) in ends.iter_mut().enumerate() {
            if joined >> number & 1 != 0 {
                *end = self.strands.lead(cell, tile, end.port());
            }
        }
        Some(Prospect {
            gone,
            rivals,
            outlook: Ways::of_ends(&ends, next).outlook(end.port()),
        })
    }
}
