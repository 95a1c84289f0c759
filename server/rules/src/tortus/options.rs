//! What the host chooses before a game of Tortus.

use serde::{Deserialize, Serialize};

/// The options of a game.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusOptions"))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether who opens a tile that is not in line loses a pawn (manual, open). Otherwise that is refused \[R\].
    pub strict_open: bool,
}
