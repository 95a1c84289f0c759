//! The tiles on the squares, and step-by-step walks over them.

use super::{
    super::{Step, tile::Turned},
    spot::{CELLS, Cell, Spot},
    spots::Spots,
};
use crate::tiles::Square;

/// The maximum number of steps of a path. A path comes from outside the tiles, so it can't be a
/// circle, and it takes each of the four paths of a tile at most once.
const LONGEST: u16 = 4 * Square::MOST_EDGE as u16 * Square::MOST_EDGE as u16;

/// The squares of a board and the tiles on them.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Squares {
    edge: u8,
    tiles: [Option<Turned>; CELLS],
}

impl Squares {
    pub(super) const fn new(edge: u8) -> Self {
        Self {
            edge,
            tiles: [None; CELLS],
        }
    }

    pub(super) const fn edge(&self) -> u8 {
        self.edge
    }

    pub(super) const fn has(&self, square: Square) -> bool {
        square.x() < self.edge && square.y() < self.edge
    }

    pub(super) fn is_covered(&self, cell: Cell) -> bool {
        self.tiles[cell.index()].is_some()
    }

    pub(super) fn lay(&mut self, cell: Cell, tile: Turned) {
        self.tiles[cell.index()] = Some(tile);
    }

    /// Walks from a spot and visits each step. Returns the spot where the path ends, before an
    /// empty square or outside the board.
    pub(super) fn walk(&self, from: Spot, mut visit: impl FnMut(Step)) -> Spot {
        let beyond = Spots::beyond(self.edge);
        let mut at = from;
        for _ in 0..=LONGEST {
            let (cell, enter) = (at.cell(), at.port());
            let Some(tile) = self.tiles[cell.index()] else {
                return at;
            };
            let leave = tile.exit(enter);
            visit(Step {
                square: cell.square(),
                enter,
                leave,
            });
            at = beyond[cell.spot(leave)];
        }
        unreachable!("a path ends after at most four ways a square");
    }
}
