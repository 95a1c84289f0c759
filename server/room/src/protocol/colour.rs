//! The colours of markers.

use serde::{Deserialize, Serialize};

/// The colour of a marker. The client gives each a shape and a name as well.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Colour {
    Red,
    Blue,
    Yellow,
    Green,
    Purple,
    Orange,
    White,
    Black,
}

impl Colour {
    /// All of them, in the order in which they are given out.
    pub const ALL: [Self; 8] = [
        Self::Red,
        Self::Blue,
        Self::Yellow,
        Self::Green,
        Self::Purple,
        Self::Orange,
        Self::White,
        Self::Black,
    ];
}
