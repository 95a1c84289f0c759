//! The places of prisoners and doors.

use std::{fmt, str::FromStr};

use super::{
    Cell,
    components::{COMPONENTS, MOST_SECTIONS},
};
use crate::text::as_text;

/// One tunnel of the tile on a cell, written `g10:1`. Sections are numbered from 0 in the order of
/// the kind's tunnels.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(rename = "SectionXSpot", type = "string")
)]
pub struct Spot {
    /// The cell of the tile.
    pub cell: Cell,
    /// The number of the tunnel on its tile, below [`MOST_SECTIONS`].
    pub section: u8,
}

/// The place of a prisoner: `block`, `g10:1` in a tunnel or a hide-out, `green:3` on a green area
/// in this round, `free:3` in a free zone, or `lost`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(rename = "SectionXPlace", type = "string")
)]
pub enum Place {
    /// In the player's cell block on the island.
    Block,
    /// In a tunnel or a hide-out.
    Tunnel(Spot),
    /// On the green area of that number. At the end of the round the prisoner goes into the free
    /// zone.
    Green(u8),
    /// In the free zone of that number, for the rest of the game.
    Free(u8),
    /// Lost: buried, or removed with a player who has left the game.
    Lost,
}

impl Place {
    /// Returns whether the prisoner has escaped.
    pub const fn is_out(self) -> bool {
        matches!(self, Self::Green(_) | Self::Free(_))
    }
}

/// The error for a text that does not name a place.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a place is block, a cell and a section as in g10:1, green:3, free:3 or lost")]
pub struct NoPlace;

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell, self.section)
    }
}

impl FromStr for Spot {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Self, NoPlace> {
        let (cell, section) = text.split_once(':').ok_or(NoPlace)?;
        let cell = cell.parse().map_err(|_| NoPlace)?;
        let section = figure(section, MOST_SECTIONS)?;
        Ok(Self { cell, section })
    }
}

/// Parses a number of one digit that is less than `below`.
fn figure(text: &str, below: usize) -> Result<u8, NoPlace> {
    let [figure @ b'0'..=b'9'] = text.as_bytes() else {
        return Err(NoPlace);
    };
    let number = figure - b'0';
    (usize::from(number) < below)
        .then_some(number)
        .ok_or(NoPlace)
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Block => f.write_str("block"),
            Self::Tunnel(spot) => spot.fmt(f),
            Self::Green(zone) => write!(f, "green:{zone}"),
            Self::Free(zone) => write!(f, "free:{zone}"),
            Self::Lost => f.write_str("lost"),
        }
    }
}

impl FromStr for Place {
    type Err = NoPlace;

    fn from_str(text: &str) -> Result<Self, NoPlace> {
        let zone = |zone| figure(zone, COMPONENTS.areas.len());
        match text.split_once(':') {
            None if text == "block" => Ok(Self::Block),
            None if text == "lost" => Ok(Self::Lost),
            Some(("green", number)) => zone(number).map(Self::Green),
            Some(("free", number)) => zone(number).map(Self::Free),
            _ => text.parse().map(Self::Tunnel),
        }
    }
}

as_text!(Spot, Place);
crate::in_json_schema!(Spot, "SectionXSpot", {
    "type": "string",
    "pattern": "^[a-z][0-9]{1,2}:[0-9]$",
    "description": "One tunnel of the tile on a cell, as in `g10:1`.",
});
crate::in_json_schema!(Place, "SectionXPlace", {
    "type": "string",
    "pattern": "^(block|lost|(green|free):[0-9]|[a-z][0-9]{1,2}:[0-9])$",
    "description": "The place of a prisoner: `block`, `g10:1` in a tunnel or a hide-out, `green:3` on a green area \
                    in this round, `free:3` in a free zone, or `lost`.",
});
