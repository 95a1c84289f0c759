//! The tiles and their arrows.

use serde::{Deserialize, Serialize};

use crate::tiles::{Rotation, Square};

use super::board;

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

/// One of the four directions of arrows.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Side {
    /// Row by row down to 0.
    North,
    /// Column by column up.
    East,
    /// Row by row up.
    South,
    /// Column by column down to 0.
    West,
}

impl Side {
    /// All of them, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The square that many steps away, if it is on the board.
    pub fn from(self, square: Square, steps: i8) -> Option<Square> {
        match self {
            Self::North => board::beside(square, 0, -steps),
            Self::East => board::beside(square, steps, 0),
            Self::South => board::beside(square, 0, steps),
            Self::West => board::beside(square, -steps, 0),
        }
    }

    /// Turned clockwise.
    #[must_use]
    pub fn turned(self, rotation: Rotation) -> Self {
        Self::ALL[(self as usize + usize::from(rotation.turns())) % 4]
    }
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

    /// Where its arrows lead from a square, as far as that is on the board (manual, instructions of the
    /// tiles). Arrows jump over whatever lies between.
    pub(super) fn arrows(self, rotation: Rotation, from: Square) -> Vec<Square> {
        use Side::{East, North, South, West};
        let (sides, steps): (&[Side], i8) = match self {
            Self::Straight => (&[North, South], 1),
            Self::Corner => (&[North, East], 1),
            Self::Three => (&[North, East, South], 1),
            Self::Four => (&[North, East, South, West], 1),
            Self::Double => (&[North], 2),
            Self::Triple => (&[North], 3),
            Self::Knight => return board::knight(from),
            Self::Star | Self::Hole | Self::Pit => (&[], 0),
        };
        let lead = |side: &Side| side.turned(rotation).from(from, steps);
        sides.iter().filter_map(lead).collect()
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
