//! Which placements are legal. Nothing here allocates.

use super::{Safe, Tile, board::Board};
use crate::{Seat, tiles::Rotation};

/// The most tiles in a hand (IT, preparation 4).
pub const HAND: usize = 3;

/// The most placements that a turn can offer.
const MOST: usize = HAND * Rotation::ALL.len();

/// The legal placements of one turn, in the order of the hand, then by rotation. Rotations that look
/// the same are offered once.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Legal {
    /// Whether each placement there is eliminates the mover, so that all of them are legal.
    pub forced: bool,
    placements: [Option<Safe>; MOST],
}

impl Legal {
    /// Those of the seat whose marker is on the board, with that hand.
    ///
    /// Nobody may lay a tile that eliminates them while any tile of their hand, turned anyhow, would
    /// not (IT, play 1; questions).
    ///
    /// # Panics
    /// If the hand has more than [`HAND`] tiles.
    pub fn new(board: &Board, seat: Seat, hand: &[Tile]) -> Self {
        let list = |wanted: &dyn Fn(Tile, Rotation) -> bool| {
            let mut placements = [None; MOST];
            let mut count = 0;
            for &tile in hand {
                for rotation in tile.rotations() {
                    if wanted(tile, rotation) {
                        placements[count] = Some(Safe {
                            tile,
                            rotation,
                            port: None,
                        });
                        count += 1;
                    }
                }
            }
            placements
        };
        let safe = list(&|tile, rotation| board.survives(seat, tile, rotation));
        if safe[0].is_some() {
            return Self {
                forced: false,
                placements: safe,
            };
        }
        Self {
            forced: true,
            placements: list(&|_, _| true),
        }
    }

    /// The placements.
    pub fn iter(&self) -> impl Iterator<Item = Safe> {
        self.placements.iter().flatten().copied()
    }

    /// Whether the placement is one of them; `rotation` the smallest that looks so.
    pub fn contains(&self, tile: Tile, rotation: Rotation) -> bool {
        self.placements.contains(&Some(Safe {
            tile,
            rotation,
            port: None,
        }))
    }
}
