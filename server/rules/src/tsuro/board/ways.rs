//! The effect of each rotation of a tile that is not laid yet, as bits.

use super::{
    super::{Port, Tile, tile::LEADS},
    eight,
    spot::{Cell, Spot},
    strands::Strands,
};

/// The outcome for a marker that a tile on an empty square leads out through each port. The lower
/// eight bits are the ports that lead before another square; the next eight bits are the ports that
/// lead back to this one.
#[derive(Copy, Clone)]
pub(in super::super) struct Ways(u32);

impl Ways {
    pub(super) fn new(strands: &Strands, cell: Cell) -> Self {
        Self::of_ends(strands.beyond(cell), cell)
    }

    /// Returns the outcomes for a square, given the spot that a marker reaches when it leaves the
    /// square through each port.
    pub(super) fn of_ends(ends: &[Spot; 8], cell: Cell) -> Self {
        let again = eight::before(ends, cell);
        let stand = !(eight::outside(ends) | again);
        Self(u32::from(stand) | u32::from(again) << 8)
    }

    /// Returns the rotations of the tile (bit 2 * quarter turns) that lead a marker entering
    /// through that port before another square, and the rotations that lead it back to this square.
    pub(in super::super) fn by(self, tile: Tile, port: Port) -> [u32; 2] {
        let mut rotations = 0;
        for (number, exits) in tile.turns().iter().enumerate() {
            let way = self.0 >> exits[port.index()].index() & 0x0101;
            rotations |= way << (2 * number);
        }
        [rotations & 0xff, rotations >> 8]
    }

    /// Returns the number of turned tiles that lead a marker entering through that port before
    /// another square. Turned tiles that lead it back to this square count half.
    pub(super) fn outlook(self, port: Port) -> u16 {
        let leads = &LEADS[port.index()];
        let [stand, again, ..] = self.0.to_le_bytes();
        let count = |ports: u8| u16::from(leads[usize::from(ports)]);
        count(stand) + count(again) / 2
    }
}
