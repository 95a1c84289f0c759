//! Eight spots looked at together: those beyond the ports of a square, or those of all markers.
//!
//! Four spots are in the four lanes of a number of 64 bits, and what is found out of each is said by the highest
//! bit of its lane, which no spot has.

use super::spot::{Cell, Spot};

/// One in each lane.
const EACH: u64 = 0x0001_0001_0001_0001;

/// The highest bit of a lane.
const SIGN: u16 = 1 << 15;

/// Which of them are outside, as bits.
pub(super) fn outside(spots: &[Spot; 8]) -> u8 {
    let limit = EACH * u64::from(SIGN - Spot::RIM);
    signs(lanes(spots).map(|four| limit + four))
}

/// From which of them that square is entered by a port, as bits.
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

/// The highest bits of the lanes.
fn signs([first, second]: [u64; 2]) -> u8 {
    let both = (first >> 15 & EACH) | (second >> 11 & EACH << 4);
    // Brings the bits of each lane to those of the last one, one place higher for each lane.
    let [.., last, _] = both.wrapping_mul(0x0001_0002_0004_0008).to_le_bytes();
    last
}
