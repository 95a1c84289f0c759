//! The 35 tiles of Tsuro and the tables of their paths.

use serde::{Deserialize, Serialize};

use super::Port;
use crate::{text::as_number, tiles::Rotation};

/// A tile's number, 0 to 34: its index among the 35 tiles when each is written as the smallest of
/// its rotations.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(transparent)]
pub struct Tile(u8);

impl Tile {
    /// The number of different tiles (IT, contents).
    pub const COUNT: u8 = 35;

    /// The tile with number 0.
    pub(super) const FIRST: Self = Self(0);

    /// Returns the tile with that number, or `None` if there is none.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// Returns the number, 0 to 34.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns every tile, from 0 to 34.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..Self::COUNT).map(Self)
    }

    /// Returns the drawing of the tile at rotation 0.
    pub fn face(self) -> Face {
        Face {
            tile: self,
            paths: *Turned::new(self, Rotation::default()).paths(),
        }
    }

    /// Returns the rotations that look different, each the smallest of those that look the same:
    /// one, two or four.
    pub fn rotations(self) -> impl ExactSizeIterator<Item = Rotation> + Clone {
        Rotation::ALL
            .into_iter()
            .take(self.looks().count_ones() as usize)
    }

    /// Returns the rotations that look different, as bits: bit 2 * quarter turns.
    pub(super) const fn looks(self) -> u32 {
        LOOKS[self.index()] as u32
    }

    /// Returns the smallest rotation at which the tile looks the same as at this one.
    pub fn smallest(self, rotation: Rotation) -> Rotation {
        Rotation::ALL[usize::from(rotation.turns()) % self.rotations().len()]
    }

    /// Returns a table of exits: for each of the four rotations and each port, the port where a
    /// path that enters there leaves the tile.
    pub(super) const fn turns(self) -> &'static [[Port; 8]; 4] {
        &EXIT[self.index()]
    }

    /// Returns the number as an index.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

as_number!(Tile, "a tile is a number from 0 to 34");

/// The drawing of a tile: its number and, unrotated, the ports that its four paths join.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Face {
    /// The number of the tile.
    pub tile: Tile,
    /// The four paths at rotation 0, each from its smaller port to its larger one.
    pub paths: [[Port; 2]; 4],
}

/// A tile at a rotation, as a row of the tables below.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Turned(u8);

impl Turned {
    pub(super) const fn new(tile: Tile, rotation: Rotation) -> Self {
        Self(tile.0 * 4 + rotation.turns())
    }

    /// Returns the port where a path that enters through `enter` leaves the tile.
    pub(super) const fn exit(self, enter: Port) -> Port {
        EXIT.as_flattened()[self.0 as usize][enter.index()]
    }

    /// Returns the four paths, each from its smaller port to its larger one.
    pub(super) const fn paths(self) -> &'static [[Port; 2]; 4] {
        &PATHS[self.0 as usize]
    }
}

/// The number of rows of the tables: one for each tile at each rotation.
const ROWS: usize = Tile::COUNT as usize * 4;

static EXIT: [[[Port; 8]; 4]; Tile::COUNT as usize] = exits();

static PATHS: [[[Port; 2]; 4]; ROWS] = paths();

/// The number of rows of [`EXIT`] that lead from each port to any port of each set. A set has one
/// bit per port.
pub(super) static LEADS: [[u8; 256]; 8] = leads();

/// The pairings of all tiles at all rotations.
const PAIRINGS: [Pairing; ROWS] = pairings();

const fn exits() -> [[[Port; 8]; 4]; Tile::COUNT as usize] {
    let mut rows = [[[Port::NORTH_WEST; 8]; 4]; Tile::COUNT as usize];
    let mut row = 0;
    while row < ROWS {
        let mut port = 0;
        while port < 8 {
            rows[row / 4][row % 4][port] = Port::new(PAIRINGS[row][port]).expect("a joined port");
            port += 1;
        }
        row += 1;
    }
    rows
}

const fn leads() -> [[u8; 256]; 8] {
    let mut leads = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 * ROWS {
        let (row, port) = (at / 8, at % 8);
        leads[port][1 << PAIRINGS[row][port]] += 1;
        at += 1;
    }
    let mut at = 0;
    while at < 8 * 256 {
        let (port, set): (usize, usize) = (at / 256, at % 256);
        let rest = set & set.saturating_sub(1);
        leads[port][set] = leads[port][rest] + leads[port][set - rest];
        at += 1;
    }
    leads
}

#[expect(clippy::cast_possible_truncation, reason = "ports are below 8")]
const fn paths() -> [[[Port; 2]; 4]; ROWS] {
    let exits = exits();
    let mut rows = [[[Port::NORTH_WEST; 2]; 4]; ROWS];
    let mut row = 0;
    while row < ROWS {
        let (mut port, mut path) = (0, 0);
        while port < 8 {
            let exit = exits[row / 4][row % 4][port];
            if port < exit.number() as usize {
                rows[row][path] = [Port::new(port as u8).expect("below 8"), exit];
                path += 1;
            }
            port += 1;
        }
        row += 1;
    }
    rows
}

/// The rotations at which each tile looks different, as bits: bit 2 * quarter turns.
static LOOKS: [u8; Tile::COUNT as usize] = looks();

const fn looks() -> [u8; Tile::COUNT as usize] {
    let mut looks = [0b0101_0101; Tile::COUNT as usize];
    let mut tile = 0;
    while tile < looks.len() {
        if same(PAIRINGS[4 * tile], PAIRINGS[4 * tile + 1]) {
            looks[tile] = 0b1;
        } else if same(PAIRINGS[4 * tile], PAIRINGS[4 * tile + 2]) {
            looks[tile] = 0b101;
        }
        tile += 1;
    }
    looks
}

const fn same(one: Pairing, other: Pairing) -> bool {
    let mut port = 0;
    while port < 8 && one[port] == other[port] {
        port += 1;
    }
    port == 8
}

/// Maps each port to the port that it is joined with.
type Pairing = [u8; 8];

/// Marks a port that is not joined yet.
const LOOSE: u8 = 8;

/// Returns the pairings of all tiles, ordered by their smallest rotation, each tile at its four
/// rotations.
const fn pairings() -> [Pairing; ROWS] {
    let mut rows = [[0; 8]; ROWS];
    let mut row = 0;
    // There are 7 * 5 * 3 = 105 pairings, enumerated in lexicographic order.
    let mut number = 0;
    while number < 105 {
        let pairing = pairing([number / 15, number / 3 % 5, number % 3, 0]);
        if is_smallest_rotation(pairing) {
            let mut turned = pairing;
            let mut turns = 0;
            while turns < 4 {
                rows[row] = turned;
                row += 1;
                turned = quarter_turn(turned);
                turns += 1;
            }
        }
        number += 1;
    }
    assert!(row == rows.len(), "there are 35 tiles");
    rows
}

/// Builds a pairing in four steps. Each step joins the first loose port with another loose port;
/// the choice is the number of loose ports to skip in between.
#[expect(clippy::cast_possible_truncation, reason = "ports are below 8")]
const fn pairing(choices: [usize; 4]) -> Pairing {
    let mut joined = [LOOSE; 8];
    let mut path = 0;
    while path < 4 {
        let mut from = 0;
        while joined[from] != LOOSE {
            from += 1;
        }
        let mut to = from + 1;
        let mut passed = 0;
        while joined[to] != LOOSE || passed < choices[path] {
            if joined[to] == LOOSE {
                passed += 1;
            }
            to += 1;
        }
        joined[from] = to as u8;
        joined[to] = from as u8;
        path += 1;
    }
    joined
}

const fn quarter_turn(pairing: Pairing) -> Pairing {
    let mut turned = [LOOSE; 8];
    let mut port = 0;
    while port < 8 {
        turned[(port + 2) % 8] = (pairing[port] + 2) % 8;
        port += 1;
    }
    turned
}

/// Returns whether no rotation of the pairing is lexicographically smaller. Comparing the partners
/// of the ports is equivalent to comparing the sorted pairs: both first differ at the smaller port
/// of a pair.
const fn is_smallest_rotation(pairing: Pairing) -> bool {
    let mut turned = quarter_turn(pairing);
    let mut turns = 1;
    while turns < 4 {
        let mut port = 0;
        while port < 8 && turned[port] == pairing[port] {
            port += 1;
        }
        if port < 8 && turned[port] < pairing[port] {
            return false;
        }
        turned = quarter_turn(turned);
        turns += 1;
    }
    true
}
