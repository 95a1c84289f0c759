//! The squares of a board, and the rotations of a tile.

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use crate::text::{as_number, as_text};

/// A square: its column from the west and its row from the north, both from 0. The square in the
/// north-west corner is written `a1`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Square {
    x: u8,
    y: u8,
}

impl Square {
    /// The maximum number of squares along an edge of a board.
    pub const MOST_EDGE: u8 = 10;

    /// Returns the square in column `x` and row `y`, or `None` unless both are below
    /// [`Self::MOST_EDGE`].
    pub const fn new(x: u8, y: u8) -> Option<Self> {
        if x < Self::MOST_EDGE && y < Self::MOST_EDGE {
            Some(Self { x, y })
        } else {
            None
        }
    }

    /// Returns the column, 0 in the west.
    pub const fn x(self) -> u8 {
        self.x
    }

    /// Returns the row, 0 in the north.
    pub const fn y(self) -> u8 {
        self.y
    }
}

/// The names of the columns, from the west.
const COLUMNS: [&str; Square::MOST_EDGE as usize] =
    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
/// The names of the rows, from the north.
const ROWS: [&str; Square::MOST_EDGE as usize] =
    ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(COLUMNS[usize::from(self.x)])?;
        f.write_str(ROWS[usize::from(self.y)])
    }
}

/// The error for text that does not name a square.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a square is a letter from a to j and a number from 1 to 10")]
pub struct NoSquare;

impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Self, NoSquare> {
        let (letter, row) = text.split_at_checked(1).ok_or(NoSquare)?;
        let x = letter.as_bytes()[0].checked_sub(b'a').ok_or(NoSquare)?;
        if row.starts_with(['0', '+']) {
            return Err(NoSquare);
        }
        let y = row.parse::<u8>().map_err(|_| NoSquare)?;
        Self::new(x, y.checked_sub(1).ok_or(NoSquare)?).ok_or(NoSquare)
    }
}

as_text!(read: Square);
crate::in_typescript!(Square, "string");
crate::in_json_schema!(Square, "Square", {
    "type": "string",
    "pattern": "^[a-j]([1-9]|10)$",
    "description": "A square: its column from the west and its row from the north, as in `a1`.",
});

/// Builds the text without [`fmt::Display`], which takes several times as long. Views contain many
/// squares.
impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = ROWS[usize::from(self.y)].as_bytes();
        let mut text = [b'a' + self.x, 0, 0];
        text[1..=row.len()].copy_from_slice(row);
        let text = str::from_utf8(&text[..=row.len()]).expect("a letter and a number");
        serializer.serialize_str(text)
    }
}

/// A rotation in quarter turns clockwise, 0 to 3.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(extend("maximum" = 3))
)]
#[serde(transparent)]
pub struct Rotation(u8);

impl Rotation {
    /// The four rotations in ascending order.
    pub const ALL: [Self; 4] = [Self(0), Self(1), Self(2), Self(3)];

    /// Returns the rotation by that many quarter turns, or `None` from four on.
    pub const fn new(turns: u8) -> Option<Self> {
        if turns < 4 { Some(Self(turns)) } else { None }
    }

    /// Returns the number of quarter turns, 0 to 3.
    pub const fn turns(self) -> u8 {
        self.0
    }
}

as_number!(Rotation, "a rotation is a number from 0 to 3");
