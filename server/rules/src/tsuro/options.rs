//! The options that the host chooses before a game of Tsuro.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::Tile;
use crate::{NoOptions, as_serialized, tiles::Square};

/// The options of a game, each with its value.
///
/// They are deserialized from a preset and the options that differ from it: `{"preset":"2005"}` and
/// `{"preset":"2020","bonus":true}` are enough. They are serialized in full, so that the record of
/// a game keeps the options it was played with even if a preset changes later; an option that came
/// later is absent while it is off.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TsuroOptions"),
    ts(rename = "TsuroOptions")
)]
#[serde(from = "Chosen")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each of them decides one rule"
)]
pub struct Options {
    /// The edition that supplies every option that the host did not choose.
    pub preset: Preset,
    /// The places where markers start.
    pub start: Starts,
    /// The placements that are forbidden while a player has others (IT, play 1; PT, winning; not in
    /// FR).
    #[cfg_attr(feature = "types", ts(type = "boolean | 'edge'"))]
    pub suicide_rule: SuicideRule,
    /// Whether a player who eliminates others may swap tiles with their hands (IT, variants; PT,
    /// point 4).
    pub bonus: bool,
    /// The edition whose rules for drawing tiles and for the dragon apply.
    pub dragon: Preset,
    /// The treatment of the hands of eliminated players.
    pub eliminated: Eliminated,
    /// The number of tiles in the box, one of [`Options::SETS`].
    pub tiles: u8,
    /// Whether every viewer sees all hands \[R\].
    pub open_hands: bool,
    /// Whether the player with the longest walked path wins, among those who did not resign; ties
    /// go to the player who lasted longer \[R\].
    pub longest: bool,
    /// Whether the player whose path has the most loops wins, among those who did not resign; ties
    /// go to the longer path with the option `longest`, then to the player who lasted longer \[R\].
    ///
    /// Files of games without it are older than the option, and stay as they are.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub most_loops: bool,
    /// The number of squares along an edge of the board, [`Options::LEAST_EDGE`] to
    /// [`Options::MOST_EDGE`] \[R\].
    pub edge: u8,
}

/// The tiles that the box of 64 contains once: the five that look the same after a quarter turn,
/// and tile 32. It contains the other 29 twice \[R\]. FR does not list its tiles, and there are no
/// more than 35 different ones.
const ONCE: [u8; 6] = [0, 27, 31, 32, 33, 34];

/// An edition of the rules.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TsuroPreset"),
    ts(rename = "TsuroPreset")
)]
pub enum Preset {
    /// The 2020 edition (IT), which is today's official rules.
    #[default]
    #[serde(rename = "2020")]
    Edition2020,
    /// The 2005 style of the rules (PT).
    #[serde(rename = "2005")]
    Edition2005,
    /// The summary sheet of the rules (FR).
    #[serde(rename = "leaflet")]
    Leaflet,
}

/// The places where markers start.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TsuroStarts"),
    ts(rename = "TsuroStarts")
)]
#[serde(rename_all = "snake_case")]
pub enum Starts {
    /// Markers start on a mark of the rim, two marks per side (IT, preparation 7; PT, start).
    Marks,
    /// Markers start on a side of the rim, "between two dashes"; the path is chosen on the first
    /// move (FR, preparation; placing).
    Sides,
}

impl Starts {
    /// All the places, in the order of the form.
    pub const ALL: [Self; 2] = [Self::Marks, Self::Sides];
}

/// The placements that are forbidden while the player has another one, with any tile that they hold
/// and in any rotation.
///
/// The value is serialized as `false`, `"edge"` or `true`. Games that were stored before the
/// editions were distinguished contain `true`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub enum SuicideRule {
    /// No placement is forbidden, whatever happens to the player's own marker (FR, placing).
    None,
    /// Placements that lead the player's own marker to the edge of the board are forbidden. Joining
    /// another marker's path is allowed (PT, winning: "leve o seu marcador para margem do
    /// tabuleiro").
    Edge,
    /// Placements that eliminate their player are forbidden, whether by the edge or by a collision
    /// (IT, play 1; questions 1 and 2).
    AnyElimination,
}

/// The JSON form of a [`SuicideRule`].
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Truth(bool),
    Word(Word),
}

/// The only value that is not a boolean.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Edge,
}

impl From<Written> for SuicideRule {
    fn from(written: Written) -> Self {
        match written {
            Written::Truth(false) => Self::None,
            Written::Word(Word::Edge) => Self::Edge,
            Written::Truth(true) => Self::AnyElimination,
        }
    }
}

impl From<SuicideRule> for Written {
    fn from(rule: SuicideRule) -> Self {
        match rule {
            SuicideRule::None => Self::Truth(false),
            SuicideRule::Edge => Self::Word(Word::Edge),
            SuicideRule::AnyElimination => Self::Truth(true),
        }
    }
}

crate::in_json_schema!(SuicideRule, "TsuroSuicideRule", {
    "enum": [false, "edge", true],
    "description": "The placements that are forbidden while the player has another one: none, those that lead to the \
                    edge of the board, or all that eliminate their player.",
});

impl SuicideRule {
    /// All suicide rules, the strictest first.
    pub const ALL: [Self; 3] = [Self::AnyElimination, Self::Edge, Self::None];
}

impl fmt::Display for SuicideRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FromStr for SuicideRule {
    type Err = NoOptions;

    fn from_str(text: &str) -> Result<Self, NoOptions> {
        let mut all = Self::ALL.into_iter();
        all.find(|rule| rule.to_string() == text).ok_or(NoOptions)
    }
}

/// The treatment of the hands of eliminated players.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "TsuroEliminated"),
    ts(rename = "TsuroEliminated")
)]
#[serde(rename_all = "snake_case")]
pub enum Eliminated {
    /// The hands are shuffled into the pile at once (IT, play 2; PT, point 6).
    Shuffled,
    /// The hands are laid down, and become the new pile when the pile is empty (FR, dragon;
    /// elimination).
    LaidDown,
}

impl Eliminated {
    /// All the treatments, in the order of the form.
    pub const ALL: [Self; 2] = [Self::Shuffled, Self::LaidDown];
}

as_serialized!(Preset, Starts, Eliminated);

/// The input of the host: a preset and the options that differ from it.
#[derive(Copy, Clone, Debug, Default, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "TsuroChosen")
)]
#[serde(deny_unknown_fields)]
struct Chosen {
    preset: Preset,
    start: Option<Starts>,
    suicide_rule: Option<SuicideRule>,
    bonus: Option<bool>,
    dragon: Option<Preset>,
    eliminated: Option<Eliminated>,
    tiles: Option<u8>,
    open_hands: Option<bool>,
    longest: Option<bool>,
    most_loops: Option<bool>,
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
            most_loops: chosen.most_loops.unwrap_or(usual.most_loops),
            edge: chosen.edge.unwrap_or(usual.edge),
        }
    }
}

impl Preset {
    /// All editions, in the order of the form.
    pub const ALL: [Self; 3] = [Self::Edition2020, Self::Edition2005, Self::Leaflet];

    /// Returns the options that the edition's rulebook prescribes.
    pub const fn options(self) -> Options {
        let of_2020 = Options {
            preset: Self::Edition2020,
            start: Starts::Marks,
            suicide_rule: SuicideRule::AnyElimination,
            bonus: false,
            dragon: Self::Edition2020,
            eliminated: Eliminated::Shuffled,
            tiles: 35,
            open_hands: false,
            longest: false,
            most_loops: false,
            edge: Options::LEAST_EDGE,
        };
        match self {
            Self::Edition2020 => of_2020,
            Self::Edition2005 => Options {
                preset: self,
                suicide_rule: SuicideRule::Edge,
                bonus: true,
                dragon: self,
                ..of_2020
            },
            Self::Leaflet => Options {
                preset: self,
                start: Starts::Sides,
                suicide_rule: SuicideRule::None,
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
    /// The sizes of the available boxes: 35 tiles (IT and PT, contents) or 64 (FR, contents).
    pub const SETS: [u8; 2] = [Tile::COUNT, 64];
    /// The shortest edge of a board (IT, PT and FR: the board of the box).
    pub const LEAST_EDGE: u8 = 6;
    /// The longest edge of a board \[R\].
    pub const MOST_EDGE: u8 = Square::MOST_EDGE;

    /// Returns whether a player who is out can still win, since the paths decide.
    pub fn is_by_path(self) -> bool {
        self.longest || self.most_loops
    }

    /// Returns the number of boxes in the game: enough to cover every square of the board but one,
    /// just as one box of 35 covers its own board \[R\].
    fn boxes(self) -> u8 {
        (self.edge * self.edge - 1).div_ceil(self.tiles)
    }

    /// Returns the number of tiles in the game.
    pub fn tile_count(self) -> u8 {
        self.boxes() * self.tiles
    }

    /// Returns all tiles of the game.
    pub(super) fn box_of_tiles(self) -> impl Iterator<Item = Tile> {
        let again = Tile::all()
            .filter(move |tile| self.tiles != Tile::COUNT && !ONCE.contains(&tile.number()));
        let one = Tile::all().chain(again);
        (0..self.boxes()).flat_map(move |_| one.clone())
    }

    /// Returns the name of an option that makes a game impossible, if there is one. Options never
    /// conflict: each of them alone decides one point of the rules, whatever the others are. The
    /// only possible fault is a number outside the allowed values.
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

    /// Returns each option except the preset, with its value as text.
    fn named(self) -> [(&'static str, String); 10] {
        [
            ("start", self.start.to_string()),
            ("suicide_rule", self.suicide_rule.to_string()),
            ("bonus", self.bonus.to_string()),
            ("dragon", self.dragon.to_string()),
            ("eliminated", self.eliminated.to_string()),
            ("tiles", self.tiles.to_string()),
            ("open_hands", self.open_hands.to_string()),
            ("longest", self.longest.to_string()),
            ("most_loops", self.most_loops.to_string()),
            ("edge", self.edge.to_string()),
        ]
    }
}

/// Parses a preset and the options that differ from it, in the words of the JSON form: `2020
/// bonus=true edge=8`.
impl FromStr for Options {
    type Err = NoOptions;

    fn from_str(text: &str) -> Result<Self, NoOptions> {
        let mut words = text.split_whitespace();
        let preset: Preset = read(words.next().ok_or(NoOptions)?)?;
        let mut options = preset.options();
        for word in words {
            let (name, value) = word.split_once('=').ok_or(NoOptions)?;
            match name {
                "start" => options.start = read(value)?,
                "suicide_rule" => options.suicide_rule = read(value)?,
                "bonus" => options.bonus = read(value)?,
                "dragon" => options.dragon = read(value)?,
                "eliminated" => options.eliminated = read(value)?,
                "tiles" => options.tiles = read(value)?,
                "open_hands" => options.open_hands = read(value)?,
                "longest" => options.longest = read(value)?,
                "most_loops" => options.most_loops = read(value)?,
                "edge" => options.edge = read(value)?,
                _ => return Err(NoOptions),
            }
        }
        options
            .impossible()
            .is_none()
            .then_some(options)
            .ok_or(NoOptions)
    }
}

fn read<T: FromStr>(word: &str) -> Result<T, NoOptions> {
    word.parse().map_err(|_| NoOptions)
}

/// Writes the preset and the options that differ from it.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.preset)?;
        for ((name, value), (_, usual)) in
            self.named().into_iter().zip(self.preset.options().named())
        {
            if value != usual {
                write!(f, " {name}={value}")?;
            }
        }
        Ok(())
    }
}
