//! The cells of the board and the ground that is printed on them.

use std::{fmt, str::FromStr};

use super::components::COMPONENTS;
use crate::text::as_text;

/// The number of cells of the board.
pub(super) const CELLS: usize = COMPONENTS.cells();
/// The number of cells across the board from rim to rim.
const ACROSS: usize = 2 * RADIUS.unsigned_abs() as usize + 1;
const RADIUS: i8 = COMPONENTS.radius;
/// The table entry that means "no cell".
const NONE: u8 = u8::MAX;

/// A cell of the hexagonal board, written as a letter for its column and a number for its row: `g7`
/// is the middle. Rows run from the west to the east and are numbered from the north. Columns run
/// from the north-west to the south-east.
///
/// The cell to the east of `g7` is `h7`, and clockwise from there come `g8`, `f8`, `f7`, `g6` and
/// `h6`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(rename = "SectionXCell", type = "string")
)]
pub struct Cell(u8);

/// One of the six directions, numbered clockwise from the east.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct Side(u8);

/// The kind of ground that the board shows on a cell.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Ground {
    /// A cell that tiles can be laid on.
    Tiles,
    /// A cell of the prison island.
    Island,
    /// A green area, which leads to the free zone of the same number.
    Green(u8),
}

/// Precomputed facts about each cell, indexed by the number of the cell.
struct Table {
    axial: [(i8, i8); CELLS],
    /// The number of a cell, indexed by `r`, then `q`, both counted from the rim.
    of: [[u8; ACROSS]; ACROSS],
    beside: [[u8; 6]; CELLS],
    ground: [Ground; CELLS],
    /// The number of steps to the nearest green cell.
    to_green: [u8; CELLS],
    /// The index of the cell among the cells for tiles.
    place: [u8; CELLS],
    /// The number of cells for tiles.
    places: u8,
}

/// The axial offset of one step in each direction.
const STEPS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

static TABLE: Table = Table::new();

const fn apart(one: (i8, i8), other: (i8, i8)) -> u8 {
    let (q, r) = (one.0 - other.0, one.1 - other.1);
    let (q, r, s) = (q.unsigned_abs(), r.unsigned_abs(), (q + r).unsigned_abs());
    let most = if q > r { q } else { r };
    if most > s { most } else { s }
}

impl Table {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "at most 217 cells"
    )]
    const fn new() -> Self {
        let mut table = Self {
            axial: [(0, 0); CELLS],
            of: [[NONE; ACROSS]; ACROSS],
            beside: [[NONE; 6]; CELLS],
            ground: [Ground::Tiles; CELLS],
            to_green: [u8::MAX; CELLS],
            place: [NONE; CELLS],
            places: 0,
        };
        let (mut cell, mut r) = (0, -RADIUS);
        while r <= RADIUS {
            let mut q = -RADIUS;
            while q <= RADIUS {
                if (q + r).abs() <= RADIUS {
                    table.axial[cell] = (q, r);
                    table.of[(r + RADIUS) as usize][(q + RADIUS) as usize] = cell as u8;
                    cell += 1;
                }
                q += 1;
            }
            r += 1;
        }
        cell = 0;
        while cell < CELLS {
            table.look(cell);
            cell += 1;
        }
        table
    }

    /// Fills in the neighbours, the ground and the distances of a cell.
    #[expect(clippy::cast_possible_truncation, reason = "six areas")]
    const fn look(&mut self, cell: usize) {
        let here = self.axial[cell];
        let mut side = 0;
        while side < 6 {
            let there = (here.0 + STEPS[side].0, here.1 + STEPS[side].1);
            self.beside[cell][side] = self.at(there);
            side += 1;
        }
        if apart(here, (0, 0)) <= COMPONENTS.island.unsigned_abs() {
            self.ground[cell] = Ground::Island;
        }
        let mut green = 0;
        while green < 3 * COMPONENTS.areas.len() {
            let there = COMPONENTS.areas[green / 3][green % 3];
            let steps = apart(here, there);
            if steps < self.to_green[cell] {
                self.to_green[cell] = steps;
            }
            if steps == 0 {
                self.ground[cell] = Ground::Green((green / 3) as u8);
            }
            green += 1;
        }
        if matches!(self.ground[cell], Ground::Tiles) {
            self.place[cell] = self.places;
            self.places += 1;
        }
    }

    #[expect(clippy::cast_sign_loss, reason = "both are checked")]
    const fn at(&self, (q, r): (i8, i8)) -> u8 {
        if q < -RADIUS || q > RADIUS || r < -RADIUS || r > RADIUS {
            return NONE;
        }
        self.of[(r + RADIUS) as usize][(q + RADIUS) as usize]
    }
}

impl Side {
    /// All sides, clockwise from the east.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// Returns the number of the side, from 0 in the east.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the opposite side of a tile.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self((self.0 + 3) % 6)
    }

    /// Returns the bit of the side in a set of sides.
    pub(super) const fn bit(self) -> u8 {
        1 << self.0
    }
}

impl Cell {
    /// Returns every cell, row by row from the north, each row from the west.
    #[expect(clippy::cast_possible_truncation, reason = "127 cells")]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..CELLS as u8).map(Self)
    }

    /// Returns every cell for tiles, in the same order.
    pub fn for_tiles() -> impl Iterator<Item = Self> + Clone {
        Self::all().filter(|cell| cell.ground() == Ground::Tiles)
    }

    /// Returns the cell at axial coordinates from the middle, if it is on the board.
    pub fn at(q: i8, r: i8) -> Option<Self> {
        let cell = TABLE.at((q, r));
        (cell != NONE).then_some(Self(cell))
    }

    /// Returns the axial coordinates from the middle: to the east, then to the south-east.
    pub fn axial(self) -> (i8, i8) {
        TABLE.axial[self.index()]
    }

    /// Returns the adjacent cell on a side, if it is on the board.
    pub fn beside(self, side: Side) -> Option<Self> {
        let cell = TABLE.beside[self.index()][side.0 as usize];
        (cell != NONE).then_some(Self(cell))
    }

    /// Returns the side on which another cell is adjacent, or `None` if the cells are not adjacent.
    pub fn side_to(self, other: Self) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|&side| self.beside(side) == Some(other))
    }

    /// Returns the number of steps between two cells, across any ground.
    pub fn distance(self, other: Self) -> u8 {
        apart(self.axial(), other.axial())
    }

    /// Returns the ground of the cell.
    pub fn ground(self) -> Ground {
        TABLE.ground[self.index()]
    }

    /// Returns the number of steps to the nearest green cell of any zone (distance rule). That any
    /// zone counts is \[R\].
    pub fn to_green(self) -> u8 {
        TABLE.to_green[self.index()]
    }

    /// The number of cells of the board.
    pub const COUNT: usize = CELLS;

    /// Returns the index of the cell in the order of [`Self::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (q, r) = self.axial();
        let letter = b'a' + (q + RADIUS).unsigned_abs();
        write!(f, "{}{}", char::from(letter), r + RADIUS + 1)
    }
}

/// The error for a text that does not name a cell.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a cell is a letter and a number, as in g7, the middle of the board")]
pub struct NoCell;

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Self, NoCell> {
        let (letter, row) = text.split_at_checked(1).ok_or(NoCell)?;
        let column = letter.as_bytes()[0].checked_sub(b'a').ok_or(NoCell)?;
        if row.starts_with(['0', '+']) {
            return Err(NoCell);
        }
        let row: i8 = row.parse().map_err(|_| NoCell)?;
        let column = i8::try_from(column).map_err(|_| NoCell)?;
        let from_rim = |count: i8| count.checked_sub(RADIUS).ok_or(NoCell);
        let row = row.checked_sub(1).ok_or(NoCell)?;
        Self::at(from_rim(column)?, from_rim(row)?).ok_or(NoCell)
    }
}

as_text!(Cell);
crate::in_json_schema!(Cell, "SectionXCell", {
    "type": "string",
    "pattern": "^[a-z]([1-9]|[1-9][0-9])$",
    "description": "A cell of the board: a letter and a number, as in `g7`, the middle of the board.",
});

/// Returns the number of cells for tiles.
pub(super) fn places() -> usize {
    TABLE.places.into()
}

/// Returns the index of the cell among the cells for tiles, or `None` if it is not one of them.
pub(super) fn place(cell: Cell) -> Option<usize> {
    let place = TABLE.place[cell.index()];
    (place != NONE).then_some(place.into())
}
