//! Describes the rulebooks of Section X: the base rules, the variant for experienced players, and
//! the options that differ between them.

use serde::Serialize;

use super::{Options, Preset};
use crate::rulebook::{EITHER, Rulebooks};

/// The possible values of each option, in the order of the form. Any value goes with any other.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    target: [u8; 2],
    open_piles: [bool; 2],
    any_order: [bool; 2],
    last_round_by_survivors: [bool; 2],
}

/// Returns the presets and options that the form for a new room offers.
pub fn rulebooks() -> Rulebooks<Preset, Options, Values> {
    Rulebooks {
        presets: Preset::ALL.map(|preset| (preset, preset.options())).into(),
        usual: Preset::default(),
        values: Values {
            target: Options::TARGETS,
            open_piles: EITHER,
            any_order: EITHER,
            last_round_by_survivors: EITHER,
        },
        faces: Vec::new(),
    }
}
