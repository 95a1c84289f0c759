//! The colours of the players' markers.

use serde::{Deserialize, Serialize};

/// The colour of a marker. The client also gives each colour a shape and a name.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names of the fields describe them")]
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
    /// All colours, in the order in which players get them by default.
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
