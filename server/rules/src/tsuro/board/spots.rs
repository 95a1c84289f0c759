//! The connections between the ports of an empty board.

use super::{
    super::Options,
    spot::{Cell, SPOTS, Spot},
};

/// A table that maps each spot to another spot.
#[derive(Copy, Clone)]
pub(super) struct Spots([Spot; SPOTS]);

impl Spots {
    /// Returns the entries for the ports of a square.
    pub(super) fn of(&self, cell: Cell) -> &[Spot; 8] {
        &self.0.as_chunks().0[cell.index()]
    }
}

impl std::ops::Index<Spot> for Spots {
    type Output = Spot;

    fn index(&self, spot: Spot) -> &Spot {
        &self.0[spot.index()]
    }
}

impl std::ops::IndexMut<Spot> for Spots {
    fn index_mut(&mut self, spot: Spot) -> &mut Spot {
        &mut self.0[spot.index()]
    }
}

/// The connections of an empty board, for each edge length. A port of a square maps to the spot
/// that a marker reaches when it leaves the square through it. A spot outside the rim maps to the
/// spot that a marker reaches when it comes in.
static BEYOND: [Spots; EDGES] = {
    let mut beyond = [Spots([Spot::NOWHERE; SPOTS]); EDGES];
    let mut edge = Options::LEAST_EDGE;
    while edge <= Options::MOST_EDGE {
        let spots = &mut beyond[(edge - Options::LEAST_EDGE) as usize];
        spots.rim(edge);
        spots.inside(edge);
        edge += 1;
    }
    beyond
};

const EDGES: usize = (Options::MOST_EDGE - Options::LEAST_EDGE) as usize + 1;

impl Spots {
    const fn join(&mut self, one: Spot, other: Spot) {
        self.0[one.index()] = other;
        self.0[other.index()] = one;
    }

    /// Connects the start marks with the spots outside, clockwise from the north-west.
    const fn rim(&mut self, edge: u8) {
        let mut number = 0;
        while number < 8 * edge {
            let (side, place) = (number / (2 * edge), number % (2 * edge));
            let (along, last) = (place / 2, edge - 1);
            let (x, y) = match side {
                0 => (along, 0),
                1 => (last, along),
                2 => (last - along, last),
                _ => (0, last - along),
            };
            let mark = Cell::at(x, y).before(2 * side + place % 2);
            self.join(mark, Spot::outside(number));
            number += 1;
        }
    }

    /// Connects each square with its neighbours in the east and in the south, in both directions.
    const fn inside(&mut self, edge: u8) {
        let mut square = 0;
        while square < edge * edge {
            let (x, y) = (square % edge, square / edge);
            let here = Cell::at(x, y);
            if x + 1 < edge {
                let east = Cell::at(x + 1, y);
                self.join(here.before(2), east.before(7));
                self.join(here.before(3), east.before(6));
            }
            if y + 1 < edge {
                let south = Cell::at(x, y + 1);
                self.join(here.before(4), south.before(1));
                self.join(here.before(5), south.before(0));
            }
            square += 1;
        }
    }

    /// Returns the connections of an empty board.
    ///
    /// # Panics
    /// Panics if no board has that edge.
    pub(super) fn beyond(edge: u8) -> &'static Self {
        &BEYOND[usize::from(edge.wrapping_sub(Options::LEAST_EDGE))]
    }
}
