//! The kinds of tiles and their names in texts.

use serde::{Deserialize, Serialize};

/// A kind of tile. The arrows and tips described here are those at rotation 0. The arrows of each
/// kind are \[R\].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusTile"),
    ts(rename = "TortusTile")
)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Tile {
    /// Single arrows to the north and the south.
    Straight,
    /// Single arrows to the north and the east.
    Corner,
    /// Single arrows to the north, the east and the south.
    Three,
    /// Single arrows in all four directions.
    Four,
    /// A double arrow to the north.
    Double,
    /// A triple arrow to the north.
    Triple,
    /// A knight, which moves as in chess.
    Knight,
    /// A star with its blue tip to the north.
    Star,
    /// A hole that swallows a pawn.
    Hole,
    /// The bottomless pit, which ends the game.
    Pit,
}

impl Tile {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Straight,
        Self::Corner,
        Self::Three,
        Self::Four,
        Self::Double,
        Self::Triple,
        Self::Knight,
        Self::Star,
        Self::Hole,
        Self::Pit,
    ];

    /// The number of kinds.
    #[expect(clippy::cast_possible_truncation, reason = "10 kinds")]
    pub const COUNT: u32 = Self::ALL.len() as u32;

    /// The letters of the kinds, in the order of their numbers.
    const LETTERS: [char; Self::ALL.len()] = ['I', 'L', 'T', 'X', 'D', 'J', 'N', 'S', 'O', 'P'];

    /// Returns the number of the kind, from 0. The shuffles and their verification identify tiles
    /// by it.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Returns whether the tile is a hole or the pit, which can't be swapped (manual, swap).
    pub const fn swallows(self) -> bool {
        matches!(self, Self::Hole | Self::Pit)
    }

    /// Returns the letter of the kind in the text form of a position.
    pub fn letter(self) -> char {
        Self::LETTERS[self as usize]
    }

    /// Returns the kind with that letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.letter() == letter)
    }
}
