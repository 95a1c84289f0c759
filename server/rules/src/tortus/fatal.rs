//! Where pawns can be made to fall, for all squares at once: quick enough for every position that is only imagined.

use std::sync::LazyLock;

use super::{
    State, Tile,
    board::{SQUARES, index},
    squares::squares,
};
use crate::tiles::{Rotation, Square};

/// Some squares of the board, a bit each.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct SquareSet(u64);

const _: () = assert!(SQUARES <= u64::BITS as usize);

impl SquareSet {
    /// Whether the square is one of them.
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

/// For each square.
type OnSquares = [u64; SQUARES];

/// For each kind of tile, at each rotation, where its arrows lead from each square.
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
    /// The squares that swallow who is moved there, and those whose instructions lead to one of them, one after the
    /// other, as many as may be followed. Pawns on the way are left out of account.
    pub fn fatal(&self, followed: usize) -> SquareSet {
        self.fatal_around(followed, SquareSet::default())
    }

    /// The same, where whoever is moved to one of the occupied squares captures the pawn there and goes no further
    /// (manual, capture).
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
            // Only a star has another's content.
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
            // Stars lead to each other.
            if stars & fatal != 0 {
                longer |= stars;
            }
            fatal = longer;
        }
        SquareSet(fatal)
    }
}
