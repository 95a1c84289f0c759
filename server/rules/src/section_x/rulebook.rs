//! Section X: the rules, the variant for experienced players, and each of their rules by itself.

use serde::Serialize;

use super::{Options, Preset};
use crate::rulebook::{EITHER, Rulebooks};

/// What each option can be, in the order in which the form asks; any value goes with any other.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    target: [u8; 2],
    open_piles: [bool; 2],
    any_order: [bool; 2],
    last_round_by_survivors: [bool; 2],
}

/// What the form offers.
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
