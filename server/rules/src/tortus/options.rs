//! The options that the host chooses before a game of Tortus.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::NoOptions;

/// The options of a game. Omitted options have the values of the manual. They are written in full,
/// so that the record of a game contains all of its options.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TortusOptions"),
    ts(rename = "TortusOptions")
)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether a player who tries to open a tile that is not in line loses a pawn (manual, open).
    /// Otherwise the action is rejected \[R\].
    pub strict_open: bool,
}

impl Default for Options {
    /// Returns the rules of the manual: "Caso abra por engano uma casa inválida, como penalidade
    /// ele perde um peão à sua escolha."
    fn default() -> Self {
        Self { strict_open: true }
    }
}

impl Options {
    /// Returns the rules without the penalty, which are the default of a position in text form.
    pub(super) fn lenient() -> Self {
        Self { strict_open: false }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.strict_open {
            "strict_open"
        } else {
            "lenient"
        })
    }
}

impl FromStr for Options {
    type Err = NoOptions;

    fn from_str(text: &str) -> Result<Self, NoOptions> {
        match text {
            "strict_open" => Ok(Self { strict_open: true }),
            "lenient" => Ok(Self::lenient()),
            _ => Err(NoOptions),
        }
    }
}
