//! The options that the host chooses before a game of Section X.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{NoOptions, game::NoGame, notation::joined};

/// The options of a game.
///
/// They are read from a preset and the differences from it, as in `{"preset":"expert","target":5}`.
/// They are written in full, so that the record of a game keeps its options even if a preset
/// changes later.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXOptions"),
    ts(rename = "SectionXOptions")
)]
#[serde(from = "Chosen")]
pub struct Options {
    /// The preset that the options were based on.
    pub preset: Preset,
    /// The number of prisoners that must escape to win: one of [`Options::TARGETS`] (end of the
    /// game; expert).
    pub target: u8,
    /// Whether the piles lie face up (expert).
    pub open_piles: bool,
    /// Whether a turn may contain the tile, the steps and the door in any order, with steps both
    /// before and after the tile (expert).
    pub any_order: bool,
    /// Whether a forced last round is won by the player with the most prisoners not lost, before
    /// escaped prisoners count (end of the game). This takes the rulebook's sentence on the last
    /// round literally.
    pub last_round_by_survivors: bool,
}

/// A named set of options.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "SectionXPreset"),
    ts(rename = "SectionXPreset")
)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// The base rules.
    #[default]
    Base,
    /// The rulebook's variant for experienced players.
    Expert,
}

/// The choice of a host: a preset and the differences from it.
#[derive(Copy, Clone, Debug, Default, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "SectionXChosen")
)]
#[serde(deny_unknown_fields)]
struct Chosen {
    #[serde(default)]
    preset: Preset,
    target: Option<u8>,
    open_piles: Option<bool>,
    any_order: Option<bool>,
    last_round_by_survivors: Option<bool>,
}

impl From<Chosen> for Options {
    fn from(chosen: Chosen) -> Self {
        let usual = chosen.preset.options();
        Self {
            preset: chosen.preset,
            target: chosen.target.unwrap_or(usual.target),
            open_piles: chosen.open_piles.unwrap_or(usual.open_piles),
            any_order: chosen.any_order.unwrap_or(usual.any_order),
            last_round_by_survivors: chosen
                .last_round_by_survivors
                .unwrap_or(usual.last_round_by_survivors),
        }
    }
}

impl Preset {
    /// All presets, the default first.
    pub const ALL: [Self; 2] = [Self::Base, Self::Expert];

    /// Returns the options that the rulebook gives for the preset.
    pub const fn options(self) -> Options {
        let expert = matches!(self, Self::Expert);
        Options {
            preset: self,
            target: if expert { 7 } else { 5 },
            open_piles: expert,
            any_order: expert,
            last_round_by_survivors: false,
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Preset::default().options()
    }
}

impl Options {
    /// The possible numbers of prisoners that must escape (end of the game; expert).
    pub const TARGETS: [u8; 2] = [5, 7];

    /// Validates the values of the options.
    ///
    /// # Errors
    /// Returns the name of the invalid option.
    pub(super) fn check(self) -> Result<(), NoGame> {
        let known = Self::TARGETS.contains(&self.target);
        known.then_some(()).ok_or(NoGame::Option("target"))
    }

    fn flags(self) -> [(&'static str, bool); 3] {
        [
            ("open_piles", self.open_piles),
            ("any_order", self.any_order),
            ("last_round_by_survivors", self.last_round_by_survivors),
        ]
    }
}

/// Writes the preset, unless it is the base preset, and the differences from it: `expert target 5
/// no_open_piles`.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = self.preset.options();
        let expert = (self.preset == Preset::Expert).then(|| "expert".to_owned());
        let target = (self.target != usual.target).then(|| format!("target {}", self.target));
        let flags = self.flags().into_iter().zip(usual.flags());
        let flags = flags.filter(|((_, is_so), (_, usual))| is_so != usual);
        let flags =
            flags.map(|((name, is_so), _)| format!("{}{name}", if is_so { "" } else { "no_" }));
        f.write_str(&joined(expert.into_iter().chain(target).chain(flags), " "))
    }
}

impl FromStr for Options {
    type Err = NoOptions;

    fn from_str(text: &str) -> Result<Self, NoOptions> {
        let mut words = text.split_whitespace().peekable();
        let expert = words.next_if_eq(&"expert").is_some();
        let mut options = if expert { Preset::Expert } else { Preset::Base }.options();
        while let Some(word) = words.next() {
            match word {
                "target" => {
                    let target = words.next().and_then(|target| target.parse().ok());
                    options.target = target.ok_or(NoOptions)?;
                }
                "open_piles" => options.open_piles = true,
                "no_open_piles" => options.open_piles = false,
                "any_order" => options.any_order = true,
                "no_any_order" => options.any_order = false,
                "last_round_by_survivors" => options.last_round_by_survivors = true,
                _ => return Err(NoOptions),
            }
        }
        Ok(options)
    }
}
