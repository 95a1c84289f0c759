//! Tortus: one manual, and one rule of it that can be left out.

use anyhow::Result;
use senda_rules::tortus::Options;
use serde::Serialize;

use super::{Books, EITHER};

/// What each option can be.
#[derive(Serialize)]
struct Values {
    strict_open: [bool; 2],
}

/// What the form offers.
pub(super) fn books() -> Result<Books> {
    let manual = "manual".to_owned();
    Books::new(
        vec![(manual.clone(), Options::default())],
        manual,
        &Values {
            strict_open: EITHER,
        },
    )
}
