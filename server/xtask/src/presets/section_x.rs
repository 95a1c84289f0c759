//! Section X: the rules, the variant for experienced players, and each of their rules by itself.

use anyhow::Result;
use senda_rules::section_x::{Options, Preset};
use serde::Serialize;

use super::{Books, EITHER};

/// What each option can be, in the order in which the form asks; any value goes with any other.
#[derive(Serialize)]
struct Values {
    target: [u8; 2],
    open_piles: [bool; 2],
    any_order: [bool; 2],
    last_round_by_survivors: [bool; 2],
}

/// What the form offers.
pub(super) fn books() -> Result<Books> {
    let books = Preset::ALL.map(|preset| Ok((name(preset)?, preset.options())));
    Books::new(
        books.into_iter().collect::<Result<Vec<_>>>()?,
        name(Preset::default())?,
        &Values {
            target: Options::TARGETS,
            open_piles: EITHER,
            any_order: EITHER,
            last_round_by_survivors: EITHER,
        },
    )
}

/// The rulebook's name on the wire.
fn name(preset: Preset) -> Result<String> {
    Ok(serde_json::from_value(serde_json::to_value(preset)?)?)
}
