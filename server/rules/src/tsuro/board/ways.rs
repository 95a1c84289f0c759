//! Where each turn of a tile that is not laid yet would lead, as bits.

use super::{
    super::{Port, Tile, tile::Turned},
    spot::Cell,
    strands::Strands,
};
use crate::tiles::Rotation;

/// What becomes of whom a tile on an empty square leads out by each port.
#[derive(Copy, Clone)]
pub(in super::super) struct Ways<'a> {
    strands: &'a Strands,
    cell: Cell,
    /// By which ports who leaves the square comes to stand before another one.
    stand: u32,
    /// By which they come back to this one.
    again: u32,
}

impl<'a> Ways<'a> {
    pub(super) fn new(strands: &'a Strands, cell: Cell) -> Self {
        let (mut off, mut again) = (0, 0);
        for port in Port::all() {
            let end = strands.beyond(cell, port);
            off |= u32::from(end.is_outside()) << port.number();
            again |= u32::from(end.is_before(cell)) << port.number();
        }
        Self {
            strands,
            cell,
            stand: !(off | again),
            again,
        }
    }

    /// For each rotation of the tile that looks different whether a marker that enters it on the square by that
    /// port stays on the board: bit 2 * quarter turns. A collision takes it off like the edge (IT, questions).
    pub(in super::super) fn safe(&self, tile: Tile, port: Port) -> u32 {
        let (mut safe, mut again) = (0, 0);
        for rotation in Rotation::ALL {
            let exit = Turned::new(tile, rotation).exit(port).number();
            safe |= (self.stand >> exit & 1) << (2 * rotation.turns());
            again |= (self.again >> exit & 1) << (2 * rotation.turns());
        }
        safe &= tile.looks();
        again &= tile.looks();
        while again != 0 {
            let rotation = Rotation::ALL[again.trailing_zeros() as usize / 2 % 4];
            let end = self
                .strands
                .lead(self.cell, Turned::new(tile, rotation), port);
            safe |= u32::from(!end.is_outside()) << (2 * rotation.turns());
            again &= again - 1;
        }
        safe
    }
}
