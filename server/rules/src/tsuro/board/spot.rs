//! Compact numbers for the squares of a board and their ports.

use std::fmt;

use super::super::{Mark, Port};
use crate::tiles::Square;

/// A square, as a number below [`CELLS`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(in super::super) struct Cell(u8);

/// A port of a square, as square * 8 + port: a marker on this spot enters the square through the
/// port. Alternatively a place outside the rim, before a start mark, numbered from [`Spot::RIM`],
/// or [`Spot::NOWHERE`].
#[derive(Copy, Clone, Eq, PartialEq)]
pub(in super::super) struct Spot(u16);

/// The distance between the numbers of two squares in the same column and adjacent rows.
const ROW: u8 = Square::MOST_EDGE;

/// The size of tables that are indexed by a square. The numbers after the last square belong to the
/// spots outside the rim.
pub(super) const CELLS: usize = 128;

/// The size of tables that are indexed by a spot.
pub(super) const SPOTS: usize = 8 * CELLS;

impl Cell {
    /// Returns the number of a square.
    pub(in super::super) const fn of(square: Square) -> Self {
        Self::at(square.x(), square.y())
    }

    pub(super) const fn at(x: u8, y: u8) -> Self {
        Self(y * ROW + x)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize % CELLS
    }

    /// Returns the spot before that port.
    pub(super) const fn spot(self, port: Port) -> Spot {
        self.before(port.number())
    }

    /// Returns the spot before the port with that number.
    pub(super) const fn before(self, port: u8) -> Spot {
        Spot(self.0 as u16 * 8 + port as u16)
    }

    /// Returns the square of the board.
    pub(in super::super) fn square(self) -> Square {
        Square::new(self.0 % ROW, self.0 / ROW).expect("a square of the board")
    }
}

impl Spot {
    /// The spot outside, before the first start mark.
    pub(super) const RIM: u16 = 8 * ROW as u16 * ROW as u16;

    /// The bit that is added to the first port of a side: the marker stands on the side, and its
    /// path is not chosen. No other spot has this bit.
    const SIDE: u16 = 1 << 10;

    /// The position of a marker that is not on the board.
    pub(super) const NOWHERE: Self = Self(Self::SIDE - 1);

    /// Returns the spot outside, before the start mark with that number, clockwise from the
    /// north-west.
    pub(super) const fn outside(number: u8) -> Self {
        Self(Self::RIM + number as u16)
    }

    /// Returns the number of the spot.
    pub(super) const fn number(self) -> u16 {
        self.0
    }

    /// Returns the number as an index; for a side, the index of its first port.
    pub(super) const fn index(self) -> usize {
        self.0 as usize % SPOTS
    }

    pub(super) const fn of(mark: Mark) -> Self {
        Cell::of(mark.square).spot(mark.port)
    }

    /// Returns the spot of the side that the port belongs to.
    pub(super) const fn on_side(self) -> Self {
        Self(self.0 & !1 | Self::SIDE)
    }

    /// Returns whether the spot is a side.
    pub(super) const fn is_on_side(self) -> bool {
        self.0 & Self::SIDE != 0
    }

    /// Returns whether the spot is outside: a marker that comes there has left the board.
    pub(super) const fn is_outside(self) -> bool {
        self.0 >= Self::RIM
    }

    /// Returns the square that a marker on the spot enters.
    pub(super) const fn cell(self) -> Cell {
        Cell(((self.0 % Self::SIDE) >> 3) as u8)
    }

    /// Returns whether a marker on the spot enters that square through a port.
    pub(super) const fn is_before(self, cell: Cell) -> bool {
        self.0 >> 3 == cell.0 as u16
    }

    /// Returns the port through which a marker on the spot enters the square; for a side, its first
    /// port.
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
