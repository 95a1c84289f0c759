//! The tables of tiles and squares that flat tables share.

use std::sync::LazyLock;

use senda_rules::tsuro::{Options, Tile};

/// The number of squares along an edge of the board.
pub(super) const EDGE: u8 = Options::LEAST_EDGE;
/// The number of squares of the board.
pub(super) const CELLS: usize = EDGE as usize * EDGE as usize;
/// The spot of all places outside the board. A path that ends there has left it.
pub(super) const OUTSIDE: u16 = 8 * EDGE as u16 * EDGE as u16;
/// The number of tiles.
pub(super) const TILES: usize = Tile::COUNT as usize;
/// The number of tiles in all their rotations.
const TURNED: usize = 4 * TILES;

/// Tables that only depend on the tiles and on the size of the board.
pub(super) struct Ways {
    /// For each turned tile and each port, the port where a path that enters there leaves the tile.
    pub(super) exits: [[u8; 8]; TURNED],
    /// The number of rotations of each tile that look different.
    pub(super) looks: [u8; TILES],
    /// The number of turned tiles that lead from each port to any port of each set.
    pub(super) leads: [[u8; 256]; 8],
    /// The spot before which a marker arrives when it leaves a square of the empty board through a
    /// port.
    pub(super) beyond: [u16; 8 * CELLS],
}

/// The tables, which are made once.
pub(super) static WAYS: LazyLock<Box<Ways>> = LazyLock::new(|| {
    let exits = exits();
    Box::new(Ways {
        looks: looks(),
        leads: leads(&exits),
        beyond: beyond(),
        exits,
    })
});

fn exits() -> [[u8; 8]; TURNED] {
    let mut exits = [[0; 8]; TURNED];
    for (tile, of_tile) in Tile::all().zip(exits.as_chunks_mut::<4>().0) {
        for (turns, exits) in (0..).zip(of_tile) {
            for path in tile.face().paths {
                let [one, other] = path.map(|port| (port.number() + 2 * turns) % 8);
                exits[usize::from(one)] = other;
                exits[usize::from(other)] = one;
            }
        }
    }
    exits
}

fn looks() -> [u8; TILES] {
    let mut looks = [0; TILES];
    for (tile, looks) in Tile::all().zip(&mut looks) {
        *looks = u8::try_from(tile.rotations().len()).expect("at most four rotations");
    }
    looks
}

fn leads(exits: &[[u8; 8]; TURNED]) -> [[u8; 256]; 8] {
    let mut leads = [[0; 256]; 8];
    for (port, leads) in leads.iter_mut().enumerate() {
        for (set, count) in leads.iter_mut().enumerate() {
            let is_in = |exits: &&[u8; 8]| set >> exits[port] & 1 != 0;
            let all = exits.iter().filter(is_in).count();
            *count = u8::try_from(all).expect("at most all turned tiles");
        }
    }
    leads
}

fn beyond() -> [u16; 8 * CELLS] {
    let mut beyond = [OUTSIDE; 8 * CELLS];
    let edge = u16::from(EDGE);
    let mut join = |one: u16, other: u16| {
        beyond[usize::from(one)] = other;
        beyond[usize::from(other)] = one;
    };
    for cell in 0..edge * edge {
        if cell % edge + 1 < edge {
            let east = cell + 1;
            join(8 * cell + 2, 8 * east + 7);
            join(8 * cell + 3, 8 * east + 6);
        }
        if cell / edge + 1 < edge {
            let south = cell + edge;
            join(8 * cell + 4, 8 * south + 1);
            join(8 * cell + 5, 8 * south);
        }
    }
    beyond
}
