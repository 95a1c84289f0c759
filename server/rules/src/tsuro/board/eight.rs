//! Tests on eight spots at once: those beyond the ports of a square, or those of all markers.
//!
//! Two 64-bit numbers hold four spots each, in lanes of 16 bits. The result for each spot is the
//! highest bit of its lane, which no spot uses.

use super::spot::{Cell, Spot};

/// The number 1 in each lane.
const EACH: u64 = 0x0001_0001_0001_0001;

/// The highest bit of a lane.
const SIGN: u16 = 1 << 15;

/// Returns a bit set of the spots that are outside the board.
pub(super) fn outside(spots: &[Spot; 8]) -> u8 {
    let limit = EACH * u64::from(SIGN - Spot::RIM);
    signs(lanes(spots).map(|four| limit + four))
}

/// Returns a bit set of the spots from which a marker enters that square through a port.
pub(super) fn before(spots: &[Spot; 8], cell: Cell) -> u8 {
    let corner = EACH * u64::from(cell.before(0).number());
    let limit = EACH * u64::from(SIGN + 7);
    signs(lanes(spots).map(|four| limit - (four ^ corner)))
}

fn lanes(spots: &[Spot; 8]) -> [u64; 2] {
    let lane = |place: usize| u64::from(spots[place].number()) << (16 * (place % 4));
    [
        lane(0) | lane(1) | lane(2) | lane(3),
        lane(4) | lane(5) | lane(6) | lane(7),
    ]
}

/// Collects the highest bits of the lanes into one byte.
fn signs([first, second]: [u64; 2]) -> u8 {
    let both = (first >> 15 & EACH) | (second >> 11 & EACH << 4);
    // Moves the bit of each lane into the last lane, one position higher for each lane.
    let [.., last, _] = both.wrapping_mul(0x0001_0002_0004_0008).to_le_bytes();
    last
}
