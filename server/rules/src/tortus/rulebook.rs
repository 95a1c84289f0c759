//! Describes the rulebooks of Tortus: the manual, and the manual without the penalty for opening a
//! wrong tile. New rooms begin without it, because it punishes a mistake that no lesson mentions.

use serde::Serialize;

use super::Options;
use crate::rulebook::{EITHER, Rulebooks};

/// The possible values of each option.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    strict_open: [bool; 2],
}

/// Returns the presets and options that the form for a new room offers.
pub fn rulebooks() -> Rulebooks<&'static str, Options, Values> {
    Rulebooks {
        presets: [
            ("manual", Options::default()),
            ("no_penalty", Options { strict_open: false }),
        ]
        .into(),
        usual: "no_penalty",
        values: Values {
            strict_open: EITHER,
        },
        faces: Vec::new(),
    }
}
