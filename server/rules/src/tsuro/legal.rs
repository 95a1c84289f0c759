//! Computes the legal placements of a turn without allocating.

use super::{Board, Port, Safe, SuicideRule, Tile, board::Cell, tile::Turned};
use crate::{Seat, tiles::Rotation};

/// The maximum number of tiles in a hand (IT, preparation 4).
pub const HAND: usize = 3;

/// The number of bits for the placements of one tile: two for each rotation, one for each port of a
/// side.
const OF_A_TILE: usize = 2 * Rotation::ALL.len();

/// Returns the positions of the set bits, from the lowest.
fn bits(mut left: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(bit)
    })
}

/// The legal placements of one turn, ordered by the tile's place in the hand, then by rotation,
/// then by port. Rotations that look the same, and tiles that the hand contains twice, are listed
/// once.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Legal {
    hand: [Tile; HAND],
    /// The two ports that the mover chooses between, if the marker's path is not chosen.
    ports: Option<[Port; 2]>,
    /// The bit set of the legal placements: [`OF_A_TILE`] bits for each tile of the hand.
    allowed: u32,
    /// The bit set of all placements, legal or not, that do not eliminate the mover.
    safe: u32,
}

impl Legal {
    /// Returns the legal placements of a seat whose marker is on the board, with that hand.
    ///
    /// With a suicide rule, a player may not lay a tile in a way that the rule forbids while any
    /// tile of their hand, in any rotation, can be laid in a way that it permits (IT, play 1;
    /// questions; PT, winning).
    ///
    /// # Panics
    /// Panics if the hand has more than [`HAND`] tiles, or if the marker is not on the board.
    pub fn new(board: &Board, seat: Seat, hand: &[Tile], rule: SuicideRule) -> Self {
        assert!(hand.len() <= HAND, "a hand");
        let tiles = std::array::from_fn(|place| hand.get(place).copied().unwrap_or(Tile::FIRST));
        let cell = board.facing(seat);
        let ways = board.ways(cell);
        let (first, second) = board.ports(seat);
        let (mut there, mut safe, mut again) = (0, 0, 0);
        for (place, &tile) in tiles.iter().enumerate() {
            let mut offered = place < hand.len();
            for &before in &tiles[..place] {
                offered &= before != tile;
            }
            let looks = tile.looks() * u32::from(offered);
            let mut add = |port, bit| {
                let [stands, returns] = ways.by(tile, port);
                there |= looks << bit;
                safe |= (stands & looks) << bit;
                again |= (returns & looks) << bit;
            };
            add(first, place * OF_A_TILE);
            if let Some(second) = second {
                add(second, place * OF_A_TILE + 1);
            }
        }
        let mut legal = Self {
            hand: tiles,
            ports: second.map(|second| [first, second]),
            allowed: there,
            safe,
        };
        for bit in bits(again) {
            let Safe {
                tile,
                rotation,
                port,
            } = legal.placement(bit);
            let stays = board.stays(cell, Turned::new(tile, rotation), port.unwrap_or(first));
            legal.safe |= u32::from(stays) << bit;
        }
        let permitted = match rule {
            SuicideRule::None => 0,
            SuicideRule::Edge => legal.not_to_edge(board, cell, first),
            SuicideRule::AnyElimination => legal.safe,
        };
        if permitted != 0 {
            legal.allowed = permitted;
        }
        legal
    }

    /// Returns the placements that leave the mover on the board or join another marker's path.
    fn not_to_edge(&self, board: &Board, cell: Cell, first: Port) -> u32 {
        let mut permitted = self.safe;
        for bit in bits(self.allowed & !self.safe) {
            let Safe {
                tile,
                rotation,
                port,
            } = self.placement(bit);
            let turned = Turned::new(tile, rotation);
            let collides = board.collides(cell, turned, port.unwrap_or(first));
            permitted |= u32::from(collides) << bit;
        }
        permitted
    }

    /// The largest number of placements of one turn.
    pub const MOST: usize = HAND * OF_A_TILE;

    /// Returns whether every possible placement eliminates the mover.
    pub fn is_forced(&self) -> bool {
        self.safe == 0
    }

    /// Returns the legal placements in their order.
    pub fn iter(&self) -> impl Iterator<Item = Safe> {
        self.of(self.allowed)
    }

    /// Returns the placements that do not eliminate the mover, or all legal ones if there are none.
    pub fn wise(&self) -> impl Iterator<Item = Safe> {
        self.of(if self.safe == 0 {
            self.allowed
        } else {
            self.safe
        })
    }

    fn of(&self, which: u32) -> impl Iterator<Item = Safe> {
        bits(which).map(|bit| self.placement(bit))
    }

    /// Returns the placement that a bit stands for.
    fn placement(&self, bit: usize) -> Safe {
        let (tile, way) = (bit / OF_A_TILE, bit % OF_A_TILE);
        Safe {
            tile: self.hand[tile],
            rotation: Rotation::ALL[way / 2],
            port: self.ports.map(|ports| ports[way % 2]),
        }
    }

    /// Returns the number of legal placements.
    pub fn count(&self) -> u32 {
        self.allowed.count_ones()
    }

    /// Returns the number of placements, legal or not, that leave the mover on the board.
    pub fn safe_count(&self) -> u32 {
        self.safe.count_ones()
    }

    /// Returns the legal placement with that number, counted from 0.
    ///
    /// # Panics
    /// Panics if there are not that many.
    pub fn get(&self, number: u32) -> Safe {
        let mut left = self.allowed;
        for _ in 0..number {
            left &= left.wrapping_sub(1);
        }
        assert!(left != 0, "a placement of that number");
        self.placement(left.trailing_zeros() as usize)
    }

    /// Returns whether the placement is legal. Its rotation must be the smallest one that looks the
    /// same.
    pub fn contains(&self, placement: Safe) -> bool {
        self.iter().any(|legal| legal == placement)
    }
}
