//! The tiles and their arrows.

use serde::{Deserialize, Serialize};

/// A kind of tile. Arrows and tips are those at rotation 0. Which arrows a tile has is \[R\].
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusTile"))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Tile {
    /// Single arrows to the north and the south.
    Straight,
    /// Single arrows to the north and the east.
    Corner,
    /// Single arrows to the north, the east and the south.
    Three,
    /// Single arrows all round.
    Four,
    /// A double arrow to the north.
    Double,
    /// A triple arrow to the north.
    Triple,
    /// The knight of chess.
    Knight,
    /// A star, its blue tip to the north.
    Star,
    /// A hole.
    Hole,
    /// The bottomless pit.
    Pit,
}

impl Tile {
    /// All kinds.
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

    /// How many kinds there are.
    #[allow(clippy::cast_possible_truncation)] // 10
    pub const COUNT: u32 = Self::ALL.len() as u32;

    /// The number of the kind, from 0; shuffles and their check name tiles by it.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// Whether it is a hole or the pit, which can't be swapped (manual, swap).
    pub const fn swallows(self) -> bool {
        matches!(self, Self::Hole | Self::Pit)
    }

    /// Its letter in the text form of a position.
    pub fn letter(self) -> char {
        match self {
            Self::Straight => 'I',
            Self::Corner => 'L',
            Self::Three => 'T',
            Self::Four => 'X',
            Self::Double => 'D',
            Self::Triple => 'J',
            Self::Knight => 'N',
            Self::Star => 'S',
            Self::Hole => 'O',
            Self::Pit => 'P',
        }
    }

    /// The tile of that letter.
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|tile| tile.letter() == letter)
    }
}
