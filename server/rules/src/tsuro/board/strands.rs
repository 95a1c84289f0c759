//! Finds the end of every path without walking it.

use std::fmt;

use super::{
    super::{Port, tile::Turned},
    spot::{Cell, Spot},
    spots::Spots,
};

/// The strands of a board. A strand is a path as far as tiles lie. Its two ends are spots before
/// empty squares or outside the rim, and each end maps to the other. Between two empty squares, or
/// between an empty square and the rim, there is a strand of length zero. Laying a tile joins the
/// strands around it, so that the end of a path is a single lookup, however long the path is.
#[derive(Copy, Clone)]
pub(super) struct Strands {
    /// Maps each port of an empty square to the spot that a marker reaches when it leaves the
    /// square through the port, and each spot outside to the spot that a marker reaches from there.
    /// The entries of all other spots are stale.
    ends: Spots,
}

impl fmt::Debug for Strands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strands").finish_non_exhaustive()
    }
}

impl Strands {
    pub(super) fn new(edge: u8) -> Self {
        Self {
            ends: *Spots::beyond(edge),
        }
    }

    /// Joins the strands around an empty square when a tile is laid on it. For each path of the
    /// tile, the two strands at its ports become one. If a strand returns to this square, a later
    /// path of the tile continues it.
    pub(super) fn join(&mut self, cell: Cell, tile: Turned) {
        for path in tile.paths() {
            let [one, other] = path.map(|port| self.ends[cell.spot(port)]);
            self.ends[one] = other;
            self.ends[other] = one;
        }
    }

    /// Returns the spot that a marker reaches when it leaves the empty square, for each port.
    pub(super) fn beyond(&self, cell: Cell) -> &[Spot; 8] {
        self.ends.of(cell)
    }

    /// Returns the spot that a marker reaches when it enters the square through that port, if that
    /// tile lies there.
    pub(super) fn lead(&self, cell: Cell, tile: Turned, enter: Port) -> Spot {
        let ends = self.beyond(cell);
        let mut enter = enter;
        for _ in tile.paths() {
            let end = ends[tile.exit(enter).index()];
            if !end.is_before(cell) {
                return end;
            }
            enter = end.port();
        }
        unreachable!("each of a tile's paths is taken at most once");
    }
}
