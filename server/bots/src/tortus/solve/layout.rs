//! A compact form of the tiles of the board, with the squares that each of them leads to.

use std::sync::LazyLock;

use senda_rules::{
    tiles::{Rotation, Square},
    tortus::{COMPONENTS, Side, Tile, View, neighbours, squares},
};

/// The number of squares of the board.
pub(super) const SQUARES: usize = COMPONENTS.edge as usize * COMPONENTS.edge as usize;
/// The number of rotations of a tile.
const TURNS: usize = Rotation::ALL.len();

/// A set of squares, with one bit for each index of a square.
pub(super) type Mask = u64;

const _: () = assert!(SQUARES <= Mask::BITS as usize);

/// Returns the index of a square, row by row from the north.
pub(super) fn index(square: Square) -> usize {
    usize::from(square.y()) * usize::from(COMPONENTS.edge) + usize::from(square.x())
}

/// Returns the square with that index.
pub(super) fn square(index: usize) -> Square {
    squares().nth(index).expect("a square of the board")
}

/// Returns the set that contains only the square with that index.
pub(super) fn bit(index: usize) -> Mask {
    1 << index
}

/// Returns the indices of the squares of a set.
pub(super) fn each(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        first
    })
}

fn mask(of: impl IntoIterator<Item = Square>) -> Mask {
    of.into_iter().fold(0, |all, one| all | bit(index(one)))
}

/// The adjacent squares of each square.
pub(super) static BESIDE: LazyLock<[Mask; SQUARES]> =
    LazyLock::new(|| std::array::from_fn(|at| mask(neighbours(square(at)))));

/// The squares around each square, of which there are up to eight.
pub(super) static AROUND: LazyLock<[Mask; SQUARES]> = LazyLock::new(|| {
    std::array::from_fn(|at| {
        let at = square(at);
        let is_around = |other: &Square| {
            let (x, y) = (at.x().abs_diff(other.x()), at.y().abs_diff(other.y()));
            x.max(y) == 1
        };
        mask(squares().filter(is_around))
    })
});

/// The squares that each kind of tile leads to, for each rotation and from each square.
static ARROWS: LazyLock<[[[Mask; SQUARES]; TURNS]; Tile::ALL.len()]> = LazyLock::new(|| {
    Tile::ALL.map(|tile| {
        Rotation::ALL
            .map(|rotation| std::array::from_fn(|from| mask(tile.arrows(rotation, square(from)))))
    })
});

/// The square that the tip of a star leads to, for each rotation and from each square.
static TIPS: LazyLock<[[Option<usize>; SQUARES]; TURNS]> = LazyLock::new(|| {
    Rotation::ALL.map(|rotation| {
        let tip = |from| Side::North.turned(rotation).from(square(from), 1);
        std::array::from_fn(|from| tip(from).map(index))
    })
});

/// An open tile with its rotation.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(super) struct Laid {
    pub(super) tile: Tile,
    pub(super) turns: u8,
}

/// Returns the number of rotations of a kind that lead to different squares.
pub(super) fn rotations(tile: Tile) -> u8 {
    match tile {
        Tile::Straight => 2,
        Tile::Corner | Tile::Three | Tile::Double | Tile::Triple | Tile::Star => 4,
        Tile::Four | Tile::Knight | Tile::Hole | Tile::Pit => 1,
    }
}

impl Laid {
    /// Returns the tile in the smallest rotation that leads to the same squares.
    pub(super) fn new(tile: Tile, turns: u8) -> Self {
        let turns = turns % rotations(tile);
        Self { tile, turns }
    }
}

/// The open tiles, indexed by square; `None` on a closed one.
pub(super) type Tiles = [Option<Laid>; SQUARES];

/// The tiles of the board and the squares that they lead to.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) tiles: Tiles,
    /// The squares that the instruction of each tile leads to; none for a closed tile and for one
    /// that swallows.
    pub(super) leads: [Mask; SQUARES],
    /// The squares of the closed tiles.
    pub(super) closed: Mask,
    /// The squares of the pit and of the stars that copy it.
    pub(super) pit: Mask,
    /// The squares of the holes and of the stars that copy one.
    pub(super) holes: Mask,
    /// The squares of the stars.
    pub(super) stars: Mask,
    /// The squares on the ways along the tips of the stars, whose tiles a star copies.
    pub(super) copied: Mask,
}

/// Returns the open tiles of a view.
pub(super) fn tiles(view: &View) -> Tiles {
    let mut tiles = [None; SQUARES];
    for field in view.board.iter().filter(|field| field.open) {
        let rotation = field.rotation.unwrap_or_default();
        tiles[index(field.square)] = field.tile.map(|tile| Laid::new(tile, rotation.turns()));
    }
    tiles
}

impl Layout {
    pub(super) fn of(tiles: Tiles) -> Self {
        let mut layout = Self {
            tiles,
            leads: [0; SQUARES],
            closed: 0,
            pit: 0,
            holes: 0,
            stars: 0,
            copied: 0,
        };
        for (at, laid) in tiles.iter().enumerate() {
            let Some(laid) = laid else {
                layout.closed |= bit(at);
                continue;
            };
            let source = if laid.tile == Tile::Star {
                layout.stars |= bit(at);
                layout.source(at)
            } else {
                Some(*laid)
            };
            match source {
                None => {}
                Some(of) if of.tile == Tile::Pit => layout.pit |= bit(at),
                Some(of) if of.tile == Tile::Hole => layout.holes |= bit(at),
                Some(of) => {
                    layout.leads[at] = ARROWS[of.tile as usize][usize::from(of.turns)][at];
                }
            }
        }
        // Every star leads to every other star, but none that copies a hole or the pit.
        let linked = layout.stars & !layout.pit & !layout.holes;
        for at in each(linked) {
            layout.leads[at] |= linked & !bit(at);
        }
        layout
    }

    /// Returns the tile that a star copies, if it copies any, and notes the squares on the way.
    fn source(&mut self, star: usize) -> Option<Laid> {
        let mut at = star;
        for _ in 0..SQUARES {
            let laid = self.tiles[at]?;
            if laid.tile != Tile::Star {
                return Some(laid);
            }
            at = TIPS[usize::from(laid.turns)][at]?;
            self.copied |= bit(at);
        }
        None
    }

    /// Returns the layout with another tile on a square.
    pub(super) fn with(&self, at: usize, laid: Laid) -> Self {
        let mut tiles = self.tiles;
        tiles[at] = Some(laid);
        Self::of(tiles)
    }

    /// Returns whether the tile on the square is a hole, and not a star that copies one.
    pub(super) fn is_hole(&self, at: usize) -> bool {
        self.tiles[at].is_some_and(|laid| laid.tile == Tile::Hole)
    }

    /// Returns the squares that a pawn which leaves a square as the first of an action can bring
    /// any pawn to, if all other pawns stand on the `occupied` ones. Whose pawns these are is
    /// ignored.
    pub(super) fn reach(&self, from: usize, occupied: Mask) -> Mask {
        let mut reached = 0;
        let mut next = BESIDE[from];
        while next != 0 {
            let at = next.trailing_zeros() as usize;
            reached |= bit(at);
            let on = if occupied & bit(at) == 0 {
                self.leads[at]
            } else {
                BESIDE[at]
            };
            next = (next | on) & !reached;
        }
        reached
    }
}
