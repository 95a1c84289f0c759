//! Squares and their ports as small numbers, and what lies beyond each port.

use std::fmt;

use super::super::{Mark, Options, Port};
use crate::tiles::Square;

/// A square, as a number below [`CELLS`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(in super::super) struct Cell(u8);

/// A port of a square, square * 8 + port: the marker who stands there enters the square by it. Or a place
/// outside on the rim, before each start mark, counted from [`Spot::RIM`]. Or [`Spot::NOWHERE`].
#[derive(Copy, Clone, Eq, PartialEq)]
pub(in super::super) struct Spot(u16);

/// From a row of squares to the next.
const ROW: u8 = Square::MOST_EDGE;

/// Numbers of squares that tables have room for; beyond the last square come those of the rim.
pub(super) const CELLS: usize = 128;

/// Numbers of spots.
const SPOTS: u16 = 8 * 128;

impl Cell {
    /// Where a square lies.
    pub(in super::super) const fn of(square: Square) -> Self {
        Self(square.y() * ROW + square.x())
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize % CELLS
    }

    /// The spot before that port.
    pub(super) const fn spot(self, port: Port) -> Spot {
        Spot(self.0 as u16 * 8 + port.number() as u16)
    }

    /// Which square of the board it is.
    pub(in super::super) fn square(self) -> Square {
        Square::new(self.0 % ROW, self.0 / ROW).expect("a square of the board")
    }
}

impl Spot {
    /// Outside, before the first start mark.
    const RIM: u16 = 8 * ROW as u16 * ROW as u16;

    /// On no board.
    pub(super) const NOWHERE: Self = Self(SPOTS - 1);

    /// Added to a side's first port: the marker stands on the side, and its path is not chosen.
    const SIDE: u16 = SPOTS;

    pub(super) const fn of(mark: Mark) -> Self {
        Cell::of(mark.square).spot(mark.port)
    }

    /// That of the side to which the port belongs.
    pub(super) const fn on_side(self) -> Self {
        Self(self.0 & !1 | Self::SIDE)
    }

    /// Whether it is that of a side.
    pub(super) const fn is_on_side(self) -> bool {
        self.0 & Self::SIDE != 0
    }

    /// Whether it is outside: who comes there has left the board.
    pub(super) const fn is_outside(self) -> bool {
        self.0 >= Self::RIM
    }

    /// The square that is entered from there.
    #[allow(clippy::cast_possible_truncation)] // below the number of cells
    pub(super) const fn cell(self) -> Cell {
        Cell(((self.0 % Self::SIDE) >> 3) as u8)
    }

    /// Whether the marker there enters that square by a port.
    pub(super) const fn is_before(self, cell: Cell) -> bool {
        self.0 >> 3 == cell.0 as u16
    }

    /// The port by which the square is entered; the first one of a side.
    pub(super) fn port(self) -> Port {
        Port::new((self.0 & 7) as u8).expect("below 8")
    }

    pub(super) fn mark(self) -> Mark {
        Mark {
            square: self.cell().square(),
            port: self.port(),
        }
    }
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Spot {
    /// The spots outside, before the start marks, clockwise from the north-west.
    pub(super) fn outside(edge: u8) -> impl Iterator<Item = Self> + use<> {
        (Self::RIM..).take(8 * usize::from(edge)).map(Self)
    }
}

/// A spot for each spot.
#[derive(Copy, Clone)]
pub(super) struct Spots([Spot; SPOTS as usize]);

impl std::ops::Index<Spot> for Spots {
    type Output = Spot;

    fn index(&self, spot: Spot) -> &Spot {
        &self.0[usize::from(spot.0 % SPOTS)]
    }
}

impl std::ops::IndexMut<Spot> for Spots {
    fn index_mut(&mut self, spot: Spot) -> &mut Spot {
        &mut self.0[usize::from(spot.0 % SPOTS)]
    }
}

/// For each edge of a board the spots of one that is empty: where a marker comes that leaves a square by a
/// port, or, from outside the rim, comes in.
static BEYOND: [Spots; EDGES] = {
    let mut beyond = [Spots([Spot::NOWHERE; SPOTS as usize]); EDGES];
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
        self.0[one.0 as usize] = other;
        self.0[other.0 as usize] = one;
    }

    /// Clockwise from the north-west.
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
            let port = 2 * side + place % 2;
            let mark = Spot((y * ROW + x) as u16 * 8 + port as u16);
            self.join(mark, Spot(Spot::RIM + number as u16));
            number += 1;
        }
    }

    /// From each square to those in the east and in the south, and back.
    const fn inside(&mut self, edge: u8) {
        let mut square = 0;
        while square < edge * edge {
            let (x, y) = (square % edge, square / edge);
            let corner = (y * ROW + x) as u16 * 8;
            if x + 1 < edge {
                let east = corner + 8;
                self.join(Spot(corner + 2), Spot(east + 7));
                self.join(Spot(corner + 3), Spot(east + 6));
            }
            if y + 1 < edge {
                let south = corner + 8 * ROW as u16;
                self.join(Spot(corner + 4), Spot(south + 1));
                self.join(Spot(corner + 5), Spot(south));
            }
            square += 1;
        }
    }

    /// Those of an empty board.
    ///
    /// # Panics
    /// If no board has that edge.
    pub(super) fn beyond(edge: u8) -> &'static Self {
        &BEYOND[usize::from(edge.wrapping_sub(Options::LEAST_EDGE))]
    }
}
