//! One rulebook, and one rule of it that can be left out.

use serde::{Deserialize, Serialize};

use crate::rulebook::{EITHER, Rulebooks};

/// What a host chooses.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ExampleOptions"))]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether diagonals are lines as well.
    pub diagonals: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { diagonals: true }
    }
}

/// What each option can be.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    diagonals: [bool; 2],
}

/// What the form offers.
pub fn rulebooks() -> Rulebooks<&'static str, Options, Values> {
    Rulebooks {
        presets: [("example", Options::default())].into(),
        usual: "example",
        values: Values { diagonals: EITHER },
        faces: Vec::new(),
    }
}
