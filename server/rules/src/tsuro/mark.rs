//! Ports, start marks, sides of the rim, and steps.

use std::fmt::{self, Display, Write as _};

use serde::{Deserialize, Serialize};

use crate::{
    text::{as_number, as_text},
    tiles::Square,
};

/// One of the eight points on a square's rim, clockwise from its north-west corner: 0 and 1 north
/// (west end, east end), 2 and 3 east, 4 and 5 south, 6 and 7 west.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(extend("maximum" = 7))
)]
#[serde(transparent)]
pub struct Port(u8);

impl Port {
    /// The port with number 0.
    pub(super) const NORTH_WEST: Self = Self(0);

    /// Returns the eight ports, clockwise.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..8).map(Self)
    }

    /// Returns the port with that number, or `None` unless it is below 8.
    pub const fn new(number: u8) -> Option<Self> {
        if number < 8 { Some(Self(number)) } else { None }
    }

    /// Returns the number, 0 to 7.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the number as a digit.
    fn digit(self) -> char {
        char::from(b'0' + self.0)
    }

    /// Returns the number as an index below 8.
    pub(super) const fn index(self) -> usize {
        self.0 as usize % 8
    }

    /// Returns the second port, clockwise, of the port's side.
    pub(super) const fn second(self) -> Self {
        Self(self.0 | 1)
    }
}

as_number!(Port, "a port is a number from 0 to 7");

/// A port of a square: the position of a marker that faces the square. On the rim it is a start
/// mark. It is written `a1:0`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Mark {
    /// The square that the marker faces.
    pub square: Square,
    /// The port of that square through which the marker will enter.
    pub port: Port,
}

impl Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.square.fmt(f)?;
        f.write_str(":")?;
        f.write_char(self.port.digit())
    }
}

/// The error for text that does not name a port of a square.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a mark is a square, a colon and a port from 0 to 7, as in a1:0")]
pub struct NoMark;

impl std::str::FromStr for Mark {
    type Err = NoMark;

    fn from_str(text: &str) -> Result<Self, NoMark> {
        let (square, port) = text.split_once(':').ok_or(NoMark)?;
        let [digit @ b'0'..=b'7'] = port.as_bytes() else {
            return Err(NoMark);
        };
        Ok(Self {
            square: square.parse().map_err(|_| NoMark)?,
            port: Port(digit - b'0'),
        })
    }
}

/// A side of a square on the rim, with its two ports. It is written `a1:01`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Side {
    /// The square that the side belongs to.
    pub square: Square,
    /// The first of the two ports, clockwise, which has an even number.
    first: Port,
}

impl Side {
    /// Returns the side of the square that the port belongs to.
    pub const fn of(mark: Mark) -> Self {
        Self {
            square: mark.square,
            first: Port(mark.port.0 & !1),
        }
    }

    /// Returns the two ports of the side, clockwise.
    pub const fn ports(self) -> [Port; 2] {
        [self.first, self.first.second()]
    }

    /// Returns the two marks of the side, clockwise.
    pub fn marks(self) -> [Mark; 2] {
        let Self { square, .. } = self;
        self.ports().map(|port| Mark { square, port })
    }
}

/// The position of a marker: before a port of a square or, until its path is chosen, before a side.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Stand {
    /// The marker stands before a port.
    Mark(Mark),
    /// The marker stands before a side of the rim, and so before both its ports (FR, placing).
    Side(Side),
}

impl Stand {
    /// Returns the square that the marker faces.
    pub const fn square(self) -> Square {
        match self {
            Self::Mark(mark) => mark.square,
            Self::Side(side) => side.square,
        }
    }

    /// Returns the mark, or `None` if the path is not chosen.
    pub const fn mark(self) -> Option<Mark> {
        match self {
            Self::Mark(mark) => Some(mark),
            Self::Side(_) => None,
        }
    }
}

impl From<Mark> for Stand {
    fn from(mark: Mark) -> Self {
        Self::Mark(mark)
    }
}

impl Display for Stand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mark(mark) => mark.fmt(f),
            Self::Side(side) => {
                side.square.fmt(f)?;
                f.write_str(":")?;
                side.ports()
                    .into_iter()
                    .try_for_each(|port| f.write_char(port.digit()))
            }
        }
    }
}

/// The error for text that names neither a port of a square nor a side.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a stand is a square, a colon and a port or the two ports of a side, as in a1:0 or a1:01")]
pub struct NoStand;

impl std::str::FromStr for Stand {
    type Err = NoStand;

    fn from_str(text: &str) -> Result<Self, NoStand> {
        if let Ok(mark) = text.parse() {
            return Ok(Self::Mark(mark));
        }
        let (first, second) = text
            .split_at_checked(text.len().saturating_sub(1))
            .ok_or(NoStand)?;
        let side = Side::of(first.parse().map_err(|_| NoStand)?);
        let stand = Self::Side(side);
        let written = stand.to_string();
        (written.strip_suffix(second) == Some(first))
            .then_some(stand)
            .ok_or(NoStand)
    }
}

as_text!(Mark, Stand);
crate::in_typescript!(Mark, "string");
crate::in_typescript!(Stand, "string");
crate::in_json_schema!(Mark, "TsuroMark", {
    "type": "string",
    "pattern": "^[a-j]([1-9]|10):[0-7]$",
    "description": "A port of a square, as in `a1:0`.",
});
crate::in_json_schema!(Stand, "TsuroStand", {
    "type": "string",
    "pattern": "^[a-j]([1-9]|10):([0-7]|01|23|45|67)$",
    "description": "The position of a marker: a port of a square, as in `a1:0`, or the two ports of a side.",
});

/// A path across one square.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Step {
    /// The square that is crossed.
    pub square: Square,
    /// The port through which the marker enters the square.
    pub enter: Port,
    /// The port through which the marker leaves the square.
    pub leave: Port,
}

impl Step {
    /// Returns the mark that the marker faces after the step; `None` beyond the edge of the largest
    /// possible board.
    pub fn beyond(self) -> Option<Mark> {
        let (x, y) = (self.square.x(), self.square.y());
        let square = match self.leave.number() / 2 {
            0 => Square::new(x, y.checked_sub(1)?),
            1 => Square::new(x + 1, y),
            2 => Square::new(x, y + 1),
            _ => Square::new(x.checked_sub(1)?, y),
        };
        // Ports are numbered clockwise, so the two ports of a side meet those of the neighbouring
        // square in reverse order.
        let port = Port(
            (self.leave.number()
                + if self.leave.number().is_multiple_of(2) {
                    5
                } else {
                    3
                })
                % 8,
        );
        Some(Mark {
            square: square?,
            port,
        })
    }
}
