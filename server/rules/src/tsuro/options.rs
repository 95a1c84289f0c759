//! What the host chooses before a game of Tsuro.

use serde::{Deserialize, Serialize};

/// The options of a game.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroOptions"))]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Which edition's rules.
    pub preset: Preset,
}

/// A rulebook.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroPreset"))]
pub enum Preset {
    /// The 2020 edition (IT), today's official rules.
    #[default]
    #[serde(rename = "2020")]
    Edition2020,
}
