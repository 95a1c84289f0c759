//! Tsuro: three rulebooks, and every rule of them by itself.

use anyhow::Result;
use senda_rules::tsuro::{Eliminated, Options, Preset, Starts};
use serde::Serialize;

use super::{Books, EITHER};

/// What each option can be, in the order in which the form asks; any value goes with any other.
#[derive(Serialize)]
struct Values {
    start: [Starts; 2],
    suicide_rule: [bool; 2],
    bonus: [bool; 2],
    dragon: [Preset; 3],
    eliminated: [Eliminated; 2],
    tiles: [u8; 2],
    open_hands: [bool; 2],
    longest: [bool; 2],
    edge: Vec<u8>,
}

/// What the form offers.
pub(super) fn books() -> Result<Books> {
    let books = Preset::ALL.map(|preset| Ok((name(preset)?, preset.options())));
    Books::new(
        books.into_iter().collect::<Result<Vec<_>>>()?,
        name(Preset::default())?,
        &Values {
            start: Starts::ALL,
            suicide_rule: EITHER,
            bonus: EITHER,
            dragon: Preset::ALL,
            eliminated: Eliminated::ALL,
            tiles: Options::SETS,
            open_hands: EITHER,
            longest: EITHER,
            edge: (Options::LEAST_EDGE..=Options::MOST_EDGE).collect(),
        },
    )
}

/// The rulebook's name on the wire.
fn name(preset: Preset) -> Result<String> {
    Ok(serde_json::from_value(serde_json::to_value(preset)?)?)
}
