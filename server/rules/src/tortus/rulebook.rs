//! Tortus: the manual, and the manual without the penalty that many leave out.

use serde::Serialize;

use super::Options;
use crate::rulebook::{EITHER, Rulebooks};

/// What each option can be.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    strict_open: [bool; 2],
}

/// What the form offers.
pub fn rulebooks() -> Rulebooks<&'static str, Options, Values> {
    Rulebooks {
        presets: [
            ("manual", Options::default()),
            ("no_penalty", Options { strict_open: false }),
        ]
        .into(),
        usual: "manual",
        values: Values {
            strict_open: EITHER,
        },
        faces: Vec::new(),
    }
}
