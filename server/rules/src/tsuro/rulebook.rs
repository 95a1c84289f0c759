//! The rulebooks of Tsuro: three editions, and each of their rules as a separate option.

use serde::Serialize;

use super::{Eliminated, Face, Options, Preset, Starts, SuicideRule, Tile};
use crate::rulebook::{EITHER, Rulebooks};

/// The possible values of each option, in the order of the form. Any value can be combined with any
/// other.
#[derive(Clone, Debug, Serialize)]
pub struct Values {
    start: [Starts; 2],
    suicide_rule: [SuicideRule; 3],
    bonus: [bool; 2],
    dragon: [Preset; 3],
    eliminated: [Eliminated; 2],
    tiles: [u8; 2],
    open_hands: [bool; 2],
    longest: [bool; 2],
    most_loops: [bool; 2],
    edge: Vec<u8>,
}

/// Returns the rulebooks that the form offers.
pub fn rulebooks() -> Rulebooks<Preset, Options, Values, Face> {
    Rulebooks {
        presets: Preset::ALL.map(|preset| (preset, preset.options())).into(),
        usual: Preset::default(),
        values: Values {
            start: Starts::ALL,
            suicide_rule: SuicideRule::ALL,
            bonus: EITHER,
            dragon: Preset::ALL,
            eliminated: Eliminated::ALL,
            tiles: Options::SETS,
            open_hands: EITHER,
            longest: EITHER,
            most_loops: EITHER,
            edge: (Options::LEAST_EDGE..=Options::MOST_EDGE).collect(),
        },
        faces: Tile::all().map(Tile::face).collect(),
    }
}
