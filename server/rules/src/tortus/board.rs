//! The board: the tiles on the squares and the pawns that stand on them.

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

/// The number of squares of the board.
pub(super) const SQUARES: usize = COMPONENTS.edge as usize * COMPONENTS.edge as usize;
/// The number of pawns of both players together.
pub(super) const PAWNS: usize = 2 * COMPONENTS.pawns as usize;

/// The content of a square.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(super) struct Cell {
    /// The tile; `None` only while a gap waits to be filled.
    pub(super) tile: Option<Tile>,
    pub(super) rotation: Rotation,
    pub(super) open: bool,
}

/// A pawn. The number of a pawn is its index in the list of all pawns: those of seat 0 come first.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusPawn"),
    ts(rename = "TortusPawn")
)]
#[serde(deny_unknown_fields)]
pub struct Pawn {
    /// The seat of the pawn's player.
    pub seat: Seat,
    /// The square that the pawn stands on; `null` before it is placed and after it is lost. A
    /// captured pawn stays on the square of its capture until it is pushed.
    pub at: Option<Square>,
    /// Whether the pawn has left the game.
    pub lost: bool,
}

#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub(super) struct Board {
    pub(super) cells: [Cell; SQUARES],
    pub(super) pawns: [Pawn; PAWNS],
}

/// Returns the seat of the other player.
pub(super) fn other(seat: Seat) -> Seat {
    seat.clockwise(2).next().expect("two seats")
}

impl Board {
    /// Returns a board without tiles and with all pawns off the board.
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

    /// Returns every pawn with its number.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (u8, &Pawn)> {
        (0..).zip(&self.pawns)
    }

    /// Returns the numbers and the squares of the seat's pawns on the board.
    pub(super) fn standing(&self, seat: Seat) -> impl Iterator<Item = (u8, Square)> {
        self.numbered()
            .filter(move |(_, pawn)| pawn.seat == seat)
            .filter_map(|(number, pawn)| Some((number, pawn.at?)))
    }

    /// Returns whether the pawn is the only one that its player has left.
    pub(super) fn is_last(&self, pawn: u8) -> bool {
        self.standing(self.pawn(pawn).seat).count() == 1
    }

    /// Returns the pawn on a square. The pawn `but` is ignored.
    pub(super) fn occupant(&self, square: Square, but: Option<u8>) -> Option<u8> {
        self.numbered()
            .find(|&(number, pawn)| pawn.at == Some(square) && Some(number) != but)
            .map(|(number, _)| number)
    }

    /// Returns whether no pawn stands on the square.
    pub(super) fn is_free(&self, square: Square) -> bool {
        self.occupant(square, None).is_none()
    }

    /// Returns the tile on the square, if it is open.
    pub(super) fn open_tile(&self, square: Square) -> Option<Tile> {
        let cell = self.cell(square);
        cell.tile.filter(|_| cell.open)
    }

    /// Returns the square whose content an open tile has: its own square or, for a star, the square
    /// that its tip leads to, from star to star (manual, star). A star copies nothing if its tip
    /// leads off the board, to a closed tile or around in a circle \[R\].
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

    /// Returns the effective tile of an open square: the tile itself, the tile that a star copies,
    /// or the star if it copies nothing.
    pub(super) fn content(&self, square: Square) -> Option<Tile> {
        match self.source(square) {
            Some(source) => self.open_tile(source),
            None => self.open_tile(square),
        }
    }

    /// Returns whether a pawn that moves to the square is lost: the square has a hole, the pit, or
    /// a star that copies one.
    pub(super) fn swallows(&self, square: Square) -> bool {
        self.content(square).is_some_and(Tile::swallows)
    }

    /// Returns the squares that the instruction of an open tile leads to. A star leads to every
    /// other open star, and to the squares that the copied tile would lead to from there. A star
    /// that copies a hole or the pit neither sends nor receives pawns (manual, star).
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

    /// Returns whether the square is in the same row or column as a pawn of the seat. Nothing
    /// blocks the line \[R\].
    pub(super) fn is_in_line(&self, seat: Seat, square: Square) -> bool {
        self.standing(seat)
            .any(|(_, at)| at.x() == square.x() || at.y() == square.y())
    }

    /// Returns whether the square is around a pawn of the seat.
    pub(super) fn is_around_pawn(&self, seat: Seat, square: Square) -> bool {
        self.standing(seat).any(|(_, at)| is_around(at, square))
    }
}

/// Returns the index of a square, row by row from the north.
pub(super) fn index(square: Square) -> usize {
    usize::from(square.y()) * usize::from(COMPONENTS.edge) + usize::from(square.x())
}
