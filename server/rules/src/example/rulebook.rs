//! The options of the example: one rulebook with one optional rule.

use serde::{Deserialize, Serialize};

use crate::rulebook::{EITHER, Rulebooks};

/// The options that the host chooses.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "ExampleOptions"),
    ts(rename = "ExampleOptions")
)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether diagonals count as lines.
    pub diagonals: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { diagonals: true }
    }
}

/// The possible values of each option.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    diagonals: [bool; 2],
}

/// Returns the rulebooks that the form offers.
pub fn rulebooks() -> Rulebooks<&'static str, Options, Values> {
    Rulebooks {
        presets: [("example", Options::default())].into(),
        usual: "example",
        values: Values { diagonals: EITHER },
        faces: Vec::new(),
    }
}
