//! Finds the squares where pawns can be made to fall, for all squares at once. It is fast enough
//! for every position that a bot examines in its search.

use std::sync::LazyLock;

use super::{
    State, Tile,
    board::{SQUARES, index},
    squares::squares,
};
use crate::tiles::{Rotation, Square};

/// A set of squares of the board, with one bit per square.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct SquareSet(u64);

const _: () = assert!(SQUARES <= u64::BITS as usize);

impl SquareSet {
    /// Returns whether the set contains the square.
    pub fn contains(self, square: Square) -> bool {
        self.0 & bit(square) != 0
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Self(squares.into_iter().map(bit).fold(0, |all, one| all | one))
    }
}

fn bit(square: Square) -> u64 {
    1 << index(square)
}

/// A set of squares for each square.
type OnSquares = [u64; SQUARES];

/// The squares that the arrows of each kind of tile lead to, for each rotation and from each
/// square.
static ARROWS: LazyLock<[[OnSquares; Rotation::ALL.len()]; Tile::ALL.len()]> =
    LazyLock::new(|| {
        Tile::ALL.map(|tile| {
            Rotation::ALL.map(|rotation| {
                let mut on = [0; SQUARES];
                for from in squares() {
                    let leads = tile.arrows(rotation, from);
                    on[index(from)] = leads.into_iter().map(bit).fold(0, |all, to| all | to);
                }
                on
            })
        })
    });

impl State {
    /// Returns the squares that swallow a pawn moved there, and the squares from which a chain of
    /// at most `followed` instructions leads to such a square. Pawns on the way are ignored.
    pub fn fatal(&self, followed: usize) -> SquareSet {
        self.fatal_around(followed, SquareSet::default())
    }

    /// Returns the same set as [`Self::fatal`], except that a pawn moved to one of the `occupied`
    /// squares captures the pawn there and goes no further (manual, capture).
    pub fn fatal_around(&self, followed: usize, occupied: SquareSet) -> SquareSet {
        let board = &self.board;
        let (mut swallow, mut stars) = (0, 0);
        let mut leads = [(0, 0); SQUARES];
        let mut open = 0;
        for square in squares() {
            let Some(tile) = board.open_tile(square) else {
                continue;
            };
            if occupied.contains(square) {
                continue;
            }
            // Only a star has the content of another tile.
            let source = match tile {
                Tile::Star => board.source(square),
                _ => Some(square),
            };
            let copied = source.and_then(|source| Some((source, board.open_tile(source)?)));
            let Some((source, copied)) = copied else {
                stars |= bit(square);
                continue;
            };
            if copied.swallows() {
                swallow |= bit(square);
                continue;
            }
            if tile == Tile::Star {
                stars |= bit(square);
            }
            let turns = usize::from(board.cell(source).rotation.turns());
            leads[open] = (bit(square), ARROWS[copied as usize][turns][index(square)]);
            open += 1;
        }
        let mut fatal = swallow;
        for _ in 0..followed {
            let mut longer = fatal;
            for &(square, to) in &leads[..open] {
                let falls = to & fatal != 0;
                longer |= if falls { square } else { 0 };
            }
            // Every star leads to every other star.
            if stars & fatal != 0 {
                longer |= stars;
            }
            fatal = longer;
        }
        SquareSet(fatal)
    }
}
