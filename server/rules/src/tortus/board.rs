//! The board: what lies on each square and where the pawns stand.

use serde::{Deserialize, Serialize};

use super::{
    Tile,
    components::COMPONENTS,
    squares::{Side, is_around, squares},
};
use crate::{
    Seat,
    tiles::{Rotation, Square},
};

/// Squares of the board.
pub(super) const SQUARES: usize = COMPONENTS.edge as usize * COMPONENTS.edge as usize;
/// Pawns of both players.
pub(super) const PAWNS: usize = 2 * COMPONENTS.pawns as usize;

/// What lies on a square.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Cell {
    /// The tile; `None` only while a gap waits to be filled.
    pub(super) tile: Option<Tile>,
    pub(super) rotation: Rotation,
    pub(super) open: bool,
}

/// A pawn. Its number is its place in the list of all: the first player's come in the order of the seats.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusPawn"))]
#[serde(deny_unknown_fields)]
pub struct Pawn {
    /// Whose.
    pub seat: Seat,
    /// Where it stands; `null` before it is placed and when it is lost. A captured pawn is where it was
    /// captured until it is pushed.
    #[cfg_attr(feature = "ts", ts(type = "string | null"))]
    pub at: Option<Square>,
    /// Whether it has left the game.
    pub lost: bool,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Board {
    pub(super) cells: [Cell; SQUARES],
    pub(super) pawns: [Pawn; PAWNS],
}

/// The other player.
pub(super) fn other(seat: Seat) -> Seat {
    seat.clockwise(2).next().expect("two seats")
}

impl Board {
    /// A board without tiles, and no pawn on it.
    pub(super) fn empty() -> Self {
        let cell = Cell {
            tile: None,
            rotation: Rotation::ALL[0],
            open: false,
        };
        let pawn = |number: usize| Pawn {
            seat: if number < PAWNS / 2 {
                Seat::ZERO
            } else {
                other(Seat::ZERO)
            },
            at: None,
            lost: false,
        };
        Self {
            cells: [cell; SQUARES],
            pawns: std::array::from_fn(pawn),
        }
    }

    pub(super) fn cell(&self, square: Square) -> &Cell {
        &self.cells[index(square)]
    }

    pub(super) fn cell_mut(&mut self, square: Square) -> &mut Cell {
        &mut self.cells[index(square)]
    }

    pub(super) fn pawn(&self, number: u8) -> &Pawn {
        &self.pawns[usize::from(number)]
    }

    pub(super) fn pawn_mut(&mut self, number: u8) -> &mut Pawn {
        &mut self.pawns[usize::from(number)]
    }

    /// Every pawn with its number.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (u8, &Pawn)> {
        (0..).zip(&self.pawns)
    }

    /// The seat's pawns that are on the board, and where.
    pub(super) fn standing(&self, seat: Seat) -> impl Iterator<Item = (u8, Square)> {
        self.numbered()
            .filter(move |(_, pawn)| pawn.seat == seat)
            .filter_map(|(number, pawn)| Some((number, pawn.at?)))
    }

    /// The pawn on a square, but for one.
    pub(super) fn occupant(&self, square: Square, but: Option<u8>) -> Option<u8> {
        self.numbered()
            .find(|&(number, pawn)| pawn.at == Some(square) && Some(number) != but)
            .map(|(number, _)| number)
    }

    /// Whether no pawn stands there.
    pub(super) fn is_free(&self, square: Square) -> bool {
        self.occupant(square, None).is_none()
    }

    /// The tile, if it is open.
    pub(super) fn open_tile(&self, square: Square) -> Option<Tile> {
        let cell = self.cell(square);
        cell.tile.filter(|_| cell.open)
    }

    /// Whose content an open tile has: its own or, for a star, that of the tile to which its tip leads in
    /// the end, from star to star (manual, star). A star whose tip leads off the board, to a closed tile or
    /// round in a circle copies nothing \[R\].
    pub(super) fn source(&self, square: Square) -> Option<Square> {
        let mut at = square;
        for _ in 0..SQUARES {
            if self.open_tile(at)? != Tile::Star {
                return Some(at);
            }
            at = Side::North.turned(self.cell(at).rotation).from(at, 1)?;
        }
        None
    }

    /// What an open tile does: itself, what a star copies, or a star that copies nothing.
    pub(super) fn content(&self, square: Square) -> Option<Tile> {
        match self.source(square) {
            Some(source) => self.open_tile(source),
            None => self.open_tile(square),
        }
    }

    /// Whether a pawn that is moved there is lost: a hole, the pit, or a star that copies one.
    pub(super) fn swallows(&self, square: Square) -> bool {
        self.content(square).is_some_and(Tile::swallows)
    }

    /// Where the instruction of an open tile leads. A star leads to every other open star, and where what
    /// it copies would lead from there; copying a hole or the pit it neither sends nor receives (manual, star).
    pub(super) fn targets(&self, square: Square) -> Vec<Square> {
        if self.swallows(square) {
            return Vec::new();
        }
        let Some(tile) = self.open_tile(square) else {
            return Vec::new();
        };
        let mut targets = match self.source(square) {
            Some(source) => {
                let cell = self.cell(source);
                let copied = cell.tile.expect("an open tile");
                copied.arrows(cell.rotation, square)
            }
            None => Vec::new(),
        };
        if tile == Tile::Star {
            let receives = |other: &Square| {
                let star = self.open_tile(*other) == Some(Tile::Star);
                star && *other != square && !self.swallows(*other)
            };
            for star in squares().filter(receives) {
                if !targets.contains(&star) {
                    targets.push(star);
                }
            }
        }
        targets
    }

    /// Whether the square is in one row or column with a pawn of the seat. Nothing blocks the line \[R\].
    pub(super) fn is_in_line(&self, seat: Seat, square: Square) -> bool {
        self.standing(seat)
            .any(|(_, at)| at.x() == square.x() || at.y() == square.y())
    }

    /// Whether the square is around a pawn of the seat.
    pub(super) fn is_around_pawn(&self, seat: Seat, square: Square) -> bool {
        self.standing(seat).any(|(_, at)| is_around(at, square))
    }
}

/// The number of a square, row by row from the north.
pub(super) fn index(square: Square) -> usize {
    usize::from(square.y()) * usize::from(COMPONENTS.edge) + usize::from(square.x())
}
