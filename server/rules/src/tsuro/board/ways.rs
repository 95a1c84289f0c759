//! What each turn of a tile that is not laid yet would do, as bits.

use super::{
    super::{Port, Tile, tile::LEADS},
    eight,
    spot::{Cell, Spot},
    strands::Strands,
};

/// What becomes of whom a tile on an empty square leads out by each port: eight bits for the ports by which they
/// come to stand before another square, then eight for those by which they come back to this one.
#[derive(Copy, Clone)]
pub(in super::super) struct Ways(u32);

impl Ways {
    pub(super) fn new(strands: &Strands, cell: Cell) -> Self {
        Self::of_ends(strands.beyond(cell), cell)
    }

    /// Those of a square, by where a marker comes that leaves it by each port.
    pub(super) fn of_ends(ends: &[Spot; 8], cell: Cell) -> Self {
        let again = eight::before(ends, cell);
        let stand = !(eight::outside(ends) | again);
        Self(u32::from(stand) | u32::from(again) << 8)
    }

    /// The rotations of the tile, bit 2 * quarter turns, by which a marker that enters it by that port comes to
    /// stand before another square; then those by which it comes back to this one.
    pub(in super::super) fn by(self, tile: Tile, port: Port) -> [u32; 2] {
        let mut rotations = 0;
        for (number, exits) in tile.turns().iter().enumerate() {
            let way = self.0 >> exits[port.index()].index() & 0x0101;
            rotations |= way << (2 * number);
        }
        [rotations & 0xff, rotations >> 8]
    }

    /// By how many tiles, each in its four rotations, a marker that enters by that port comes to stand before
    /// another square; those by which it comes back to this one count half.
    pub(super) fn outlook(self, port: Port) -> u16 {
        let leads = &LEADS[port.index()];
        let count = |bit: usize| u16::from(leads[bit % 8]) * if bit < 8 { 2 } else { 1 };
        let bits = (0..16).filter(|bit| self.0 >> bit & 1 != 0);
        bits.map(count).sum::<u16>() / 2
    }
}
