//! Which placements are legal. Nothing here allocates.

use super::{Board, Port, Safe, Stand, Tile};
use crate::{Seat, tiles::Rotation};

/// The most tiles in a hand (IT, preparation 4).
pub const HAND: usize = 3;

/// The most placements that a turn can offer: from either port of a side.
const MOST: usize = 2 * HAND * Rotation::ALL.len();

/// The legal placements of one turn, in the order of the hand, then by rotation, then by port. Rotations
/// that look the same, and tiles that are held twice, are offered once.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Legal {
    placements: [Safe; MOST],
    /// Which of them are there, and legal: a bit each.
    allowed: u32,
    /// Which of them do not eliminate the mover.
    safe: u32,
}

impl Legal {
    /// Those of the seat whose marker is on the board, with that hand.
    ///
    /// With the suicide rule nobody may lay a tile that eliminates them while any tile of their hand,
    /// turned anyhow, would not (IT, play 1; questions; PT, winning).
    ///
    /// # Panics
    /// If the hand has more than [`HAND`] tiles, or the marker is not on the board.
    pub fn new(board: &Board, seat: Seat, hand: &[Tile], suicide_rule: bool) -> Self {
        let mut ways = board.ways(seat);
        let (_, port) = board.facing(seat);
        let sides = if port.is_none() { board.at(seat) } else { None };
        let mut found = Self {
            placements: [Safe::NONE; MOST],
            allowed: 0,
            safe: 0,
        };
        let mut count = 0;
        let mut add = |tile, rotation, from: Port, port| {
            found.placements[count] = Safe {
                tile,
                rotation,
                port,
            };
            found.allowed |= 1 << count;
            found.safe |= u32::from(ways.survives(tile, rotation, from)) << count;
            count += 1;
        };
        for (number, &tile) in hand.iter().enumerate() {
            if hand[..number].contains(&tile) {
                continue;
            }
            for rotation in tile.rotations() {
                match (port, sides) {
                    (Some(port), _) => add(tile, rotation, port, None),
                    (None, Some(Stand::Side(side))) => side
                        .ports()
                        .into_iter()
                        .for_each(|port| add(tile, rotation, port, Some(port))),
                    (None, _) => unreachable!("a marker without a path stands on a side"),
                }
            }
        }
        if suicide_rule && found.safe != 0 {
            found.allowed = found.safe;
        }
        found
    }

    /// Whether each placement there is eliminates the mover.
    pub fn is_forced(&self) -> bool {
        self.safe == 0
    }

    /// The placements.
    pub fn iter(&self) -> impl Iterator<Item = Safe> {
        self.of(self.allowed)
    }

    /// Those that do not eliminate the mover, or all of them if there is none.
    pub fn wise(&self) -> impl Iterator<Item = Safe> {
        self.of(if self.safe == 0 {
            self.allowed
        } else {
            self.safe
        })
    }

    fn of(&self, which: u32) -> impl Iterator<Item = Safe> {
        let there = move |&(number, _): &(usize, &Safe)| which & 1 << number != 0;
        let placements = self.placements.iter().enumerate();
        placements.filter(there).map(|(_, placement)| *placement)
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.allowed.count_ones()
    }

    /// The one of that number, counted from 0.
    ///
    /// # Panics
    /// If there are not that many.
    pub fn get(&self, number: u32) -> Safe {
        let mut left = self.allowed;
        for _ in 0..number {
            left &= left.wrapping_sub(1);
        }
        self.placements[left.trailing_zeros() as usize]
    }

    /// Whether the placement is one of them; its rotation the smallest that looks so.
    pub fn contains(&self, placement: Safe) -> bool {
        self.iter().any(|legal| legal == placement)
    }
}
