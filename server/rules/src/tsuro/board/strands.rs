//! Where every path leads, known without walking it.

use std::fmt;

use super::{
    super::{Port, tile::Turned},
    spot::{Cell, Spot},
    spots::Spots,
};

/// The strands of a board. A strand is a path as far as tiles lie: its two ends are spots before empty
/// squares or outside the rim, and each end knows the other. Where two squares are empty, or an empty one is
/// on the rim, a strand of no length joins them. A tile joins the strands round it, so that where a path leads
/// is one look, however long it is.
#[derive(Copy, Clone)]
pub(super) struct Strands {
    /// For each port of an empty square: where a marker comes that leaves the square by it. For each spot
    /// outside: where one comes that starts there. What is said of other spots is of no use.
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

    /// A tile lies on an empty square. The ends of the two strands before each of its paths become those of
    /// one: by a strand that comes back to this square the next path goes on.
    pub(super) fn join(&mut self, cell: Cell, tile: Turned) {
        for path in tile.paths() {
            let [one, other] = path.map(|port| self.ends[cell.spot(port)]);
            self.ends[one] = other;
            self.ends[other] = one;
        }
    }

    /// Where a marker comes that leaves the empty square by each port.
    pub(super) fn beyond(&self, cell: Cell) -> &[Spot; 8] {
        self.ends.of(cell)
    }

    /// Where a marker comes that enters the square by that port, if that tile lies there.
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
