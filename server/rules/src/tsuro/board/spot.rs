//! Squares and their ports as small numbers.

use std::fmt;

use super::super::{Mark, Port};
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
pub(super) const SPOTS: usize = 8 * CELLS;

impl Cell {
    /// Where a square lies.
    pub(in super::super) const fn of(square: Square) -> Self {
        Self::at(square.x(), square.y())
    }

    pub(super) const fn at(x: u8, y: u8) -> Self {
        Self(y * ROW + x)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize % CELLS
    }

    /// The spot before that port.
    pub(super) const fn spot(self, port: Port) -> Spot {
        self.before(port.number())
    }

    /// The spot before the port of that number.
    pub(super) const fn before(self, port: u8) -> Spot {
        Spot(self.0 as u16 * 8 + port as u16)
    }

    /// Which square of the board it is.
    pub(in super::super) fn square(self) -> Square {
        Square::new(self.0 % ROW, self.0 / ROW).expect("a square of the board")
    }
}

impl Spot {
    /// Outside, before the first start mark.
    pub(super) const RIM: u16 = 8 * ROW as u16 * ROW as u16;

    /// Added to a side's first port: the marker stands on the side, and its path is not chosen. No other spot has
    /// this bit.
    const SIDE: u16 = 1 << 10;

    /// On no board.
    pub(super) const NOWHERE: Self = Self(Self::SIDE - 1);

    /// Outside, before the start mark of that number, clockwise from the north-west.
    pub(super) const fn outside(number: u8) -> Self {
        Self(Self::RIM + number as u16)
    }

    /// The number.
    pub(super) const fn number(self) -> u16 {
        self.0
    }

    /// The number as an index; that of a side's first port.
    pub(super) const fn index(self) -> usize {
        self.0 as usize % SPOTS
    }

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
