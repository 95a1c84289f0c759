//! The squares of the board and their neighbours.

use super::{Tile, components::COMPONENTS};
use crate::{
    Seat,
    tiles::{Rotation, Square},
};

/// Returns every square of the board, row by row from the north.
pub fn squares() -> impl Iterator<Item = Square> + Clone {
    let edge = COMPONENTS.edge;
    (0..edge).flat_map(move |y| (0..edge).filter_map(move |x| Square::new(x, y)))
}

/// Returns whether the square is on the board.
pub(super) fn is_on_board(square: Square) -> bool {
    square.x() < COMPONENTS.edge && square.y() < COMPONENTS.edge
}

/// Returns the square at an offset to the east and the south, if it is on the board.
fn beside(square: Square, east: i8, south: i8) -> Option<Square> {
    let x = square.x().checked_add_signed(east)?;
    let y = square.y().checked_add_signed(south)?;
    Square::new(x, y).filter(|&square| is_on_board(square))
}

/// Returns the adjacent squares, clockwise from the north.
pub fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    let beside = move |side: Side| side.from(square, 1);
    Side::ALL.into_iter().filter_map(beside)
}

/// Returns the squares that a knight of chess can go to (manual, knight).
fn knight(square: Square) -> Vec<Square> {
    let jumps = [
        (1, -2),
        (2, -1),
        (2, 1),
        (1, 2),
        (-1, 2),
        (-2, 1),
        (-2, -1),
        (-1, -2),
    ];
    let jump = |(east, south)| beside(square, east, south);
    jumps.into_iter().filter_map(jump).collect()
}

/// Returns whether a square is one of the eight around another. "Around" is not "adjacent", which
/// means four squares \[R\].
pub(super) fn is_around(square: Square, other: Square) -> bool {
    let (x, y) = (
        square.x().abs_diff(other.x()),
        square.y().abs_diff(other.y()),
    );
    x.max(y) == 1
}

/// Returns whether the square is in the seat's section: the rows on its side of the board (manual,
/// preparation 4).
pub(super) fn is_in_section(seat: Seat, square: Square) -> bool {
    let row = if seat == Seat::ZERO {
        square.y()
    } else {
        COMPONENTS.edge - 1 - square.y()
    };
    row < COMPONENTS.section
}

/// One of the four directions of arrows.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Side {
    /// The direction of decreasing rows.
    North,
    /// The direction of increasing columns.
    East,
    /// The direction of increasing rows.
    South,
    /// The direction of decreasing columns.
    West,
}

impl Side {
    /// All sides, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Returns the square that many steps away in this direction, if it is on the board.
    pub fn from(self, square: Square, steps: i8) -> Option<Square> {
        match self {
            Self::North => beside(square, 0, -steps),
            Self::East => beside(square, steps, 0),
            Self::South => beside(square, 0, steps),
            Self::West => beside(square, -steps, 0),
        }
    }

    /// Returns the side turned clockwise by the rotation.
    #[must_use]
    pub fn turned(self, rotation: Rotation) -> Self {
        Self::ALL[(self as usize + usize::from(rotation.turns())) % 4]
    }
}

impl Tile {
    /// Returns the squares on the board that the arrows of the tile lead to from a square (manual,
    /// instructions of the tiles). Arrows jump over everything that lies between.
    pub fn arrows(self, rotation: Rotation, from: Square) -> Vec<Square> {
        use Side::{East, North, South, West};
        let (sides, steps): (&[Side], i8) = match self {
            Self::Straight => (&[North, South], 1),
            Self::Corner => (&[North, East], 1),
            Self::Three => (&[North, East, South], 1),
            Self::Four => (&[North, East, South, West], 1),
            Self::Double => (&[North], 2),
            Self::Triple => (&[North], 3),
            Self::Knight => return knight(from),
            Self::Star | Self::Hole | Self::Pit => (&[], 0),
        };
        let lead = |side: &Side| side.turned(rotation).from(from, steps);
        sides.iter().filter_map(lead).collect()
    }
}
