//! What the host chooses before a game of Tsuro.

use serde::{Deserialize, Serialize};

use super::Tile;
use crate::tiles::Square;

/// The options of a game, each of them said.
///
/// They are read from a preset and what differs from it: `{"preset":"2005"}` and
/// `{"preset":"2020","bonus":true}` are enough. They are written in full, so that a game's record says
/// what it was played with whatever a preset may come to mean.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroOptions"))]
#[serde(from = "Chosen")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own"
)]
pub struct Options {
    /// The edition that the rest was taken from, unless it was chosen otherwise.
    pub preset: Preset,
    /// Where markers begin.
    pub start: Starts,
    /// Whether nobody may eliminate themselves while they can do otherwise (IT, play 1; PT, winning; not in
    /// FR).
    pub suicide_rule: bool,
    /// Whether who eliminates others may swap tiles with their hands (IT, variants; PT, point 4).
    pub bonus: bool,
    /// The edition by which tiles are drawn and the dragon moves.
    pub dragon: Preset,
    /// What becomes of the hands of the eliminated.
    pub eliminated: Eliminated,
    /// The tiles in the box: [`Options::SETS`].
    pub tiles: u8,
    /// Whether everybody sees all hands \[R\].
    pub open_hands: bool,
    /// Whether the longest path walked wins, ties by who lasted longer \[R\].
    pub longest: bool,
    /// Squares along an edge of the board, [`Options::LEAST_EDGE`] to [`Options::MOST_EDGE`] \[R\].
    pub edge: u8,
}

/// A rulebook.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroPreset"))]
pub enum Preset {
    /// The 2020 edition (IT), today's official rules.
    #[default]
    #[serde(rename = "2020")]
    Edition2020,
    /// The 2005 style (PT).
    #[serde(rename = "2005")]
    Edition2005,
    /// The summary sheet (FR).
    #[serde(rename = "leaflet")]
    Leaflet,
}

/// Where markers begin.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroStarts"))]
#[serde(rename_all = "snake_case")]
pub enum Starts {
    /// On a mark of the rim, two a side (IT, preparation 7; PT, start).
    Marks,
    /// On a side of the rim, "between two dashes"; the path is chosen on the first move (FR, preparation;
    /// placing).
    Sides,
}

impl Starts {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Marks, Self::Sides];
}

/// What becomes of the hands of the eliminated.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TsuroEliminated"))]
#[serde(rename_all = "snake_case")]
pub enum Eliminated {
    /// They are shuffled into the pile at once (IT, play 2; PT, point 6).
    Shuffled,
    /// They are laid down, and become the new pile when the pile is empty (FR, dragon; elimination).
    LaidDown,
}

impl Eliminated {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Shuffled, Self::LaidDown];
}

/// What a host chooses: a preset and what differs from it.
#[derive(Copy, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chosen {
    preset: Preset,
    start: Option<Starts>,
    suicide_rule: Option<bool>,
    bonus: Option<bool>,
    dragon: Option<Preset>,
    eliminated: Option<Eliminated>,
    tiles: Option<u8>,
    open_hands: Option<bool>,
    longest: Option<bool>,
    edge: Option<u8>,
}

impl From<Chosen> for Options {
    fn from(chosen: Chosen) -> Self {
        let usual = chosen.preset.options();
        Self {
            preset: chosen.preset,
            start: chosen.start.unwrap_or(usual.start),
            suicide_rule: chosen.suicide_rule.unwrap_or(usual.suicide_rule),
            bonus: chosen.bonus.unwrap_or(usual.bonus),
            dragon: chosen.dragon.unwrap_or(usual.dragon),
            eliminated: chosen.eliminated.unwrap_or(usual.eliminated),
            tiles: chosen.tiles.unwrap_or(usual.tiles),
            open_hands: chosen.open_hands.unwrap_or(usual.open_hands),
            longest: chosen.longest.unwrap_or(usual.longest),
            edge: chosen.edge.unwrap_or(usual.edge),
        }
    }
}

impl Preset {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Edition2020, Self::Edition2005, Self::Leaflet];

    /// What that edition's rulebook says.
    pub const fn options(self) -> Options {
        let of_2020 = Options {
            preset: Self::Edition2020,
            start: Starts::Marks,
            suicide_rule: true,
            bonus: false,
            dragon: Self::Edition2020,
            eliminated: Eliminated::Shuffled,
            tiles: 35,
            open_hands: false,
            longest: false,
            edge: Options::LEAST_EDGE,
        };
        match self {
            Self::Edition2020 => of_2020,
            Self::Edition2005 => Options {
                preset: self,
                bonus: true,
                dragon: self,
                ..of_2020
            },
            Self::Leaflet => Options {
                preset: self,
                start: Starts::Sides,
                suicide_rule: false,
                dragon: self,
                eliminated: Eliminated::LaidDown,
                tiles: 64,
                ..of_2020
            },
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Preset::default().options()
    }
}

impl Options {
    /// The boxes there are: 35 tiles (IT and PT, contents) or 64 (FR, contents).
    pub const SETS: [u8; 2] = [Tile::COUNT, 64];
    /// The shortest edge of a board (IT, PT and FR: the board of the box).
    pub const LEAST_EDGE: u8 = 6;
    /// The longest edge of a board \[R\].
    pub const MOST_EDGE: u8 = Square::MOST_EDGE;

    /// The option that no game can be played with, if there is one. They hinder each other nowhere: each
    /// says by itself what happens at one place of the rules, whatever the others say. What can be wrong is
    /// a number that none of them knows.
    pub fn impossible(&self) -> Option<&'static str> {
        let edge = Self::LEAST_EDGE..=Self::MOST_EDGE;
        if !Self::SETS.contains(&self.tiles) {
            Some("tiles")
        } else if !edge.contains(&self.edge) {
            Some("edge")
        } else {
            None
        }
    }
}
