//! Generates a module for each game with its options and tiles. The form thus offers exactly the
//! options that the server accepts, and no value of a rulebook and no drawing of a tile is defined
//! twice.

use std::fmt::Write as _;

use anyhow::Result;
use senda_rules::GameKind;
use serde::Deserialize;
use serde_json::{Map, Value, value::RawValue};

/// The rulebooks of a game as JSON.
#[derive(Deserialize)]
struct Books {
    /// The rules of each rulebook, by its name.
    presets: Box<RawValue>,
    /// The name of the rulebook that a new room starts with.
    usual: String,
    /// The values of each option, in the order in which the form shows the options. Any value can
    /// be combined with any other.
    values: Box<RawValue>,
    /// The drawings of the tiles that a game file refers to by number, if there are any.
    #[serde(default)]
    faces: Vec<Value>,
}

impl Books {
    fn of(game: GameKind) -> Result<Self> {
        let mut text = Vec::new();
        game.rulebooks(&mut serde_json::Serializer::pretty(&mut text))?;
        Ok(serde_json::from_slice(&text)?)
    }

    /// Returns the text of the client's module for a game.
    fn module(&self, kind: GameKind) -> Result<String> {
        let (game, (fewest, most)) = (kind.word(), kind.seats());
        let presets: Map<String, Value> = serde_json::from_str(self.presets.get())?;
        let quoted: Vec<String> = presets.keys().map(|name| format!("'{name}'")).collect();
        let name = quoted.join(" | ");
        let options = format!("{}Options", in_types(game));
        let (presets, values) = (alone(&self.presets), alone(&self.values));
        let usual = &self.usual;
        let lessons = serde_json::to_string(&kind.lessons())?;
        Ok(format!(
            "/**\n \
             * The seats, rulebooks, rule options and lessons of a game. `cargo xtask types` generates this\n \
             * file from server/rules/src/{game}: change that instead.\n \
             *\n \
             * @import {{{options}}} from '../../protocol.js'\n \
             */\n\n\
             /** The number of players. */\n\
             export const SEATS = {{ fewest: {fewest}, most: {most} }};\n\n\
             /**\n \
             * The options of each rulebook.\n \
             *\n \
             * @type {{Readonly<Record<{name}, {options}>>}}\n \
             */\n\
             export const PRESETS = {presets};\n\n\
             /** The rulebook that a new room begins with. @type {{{name}}} */\n\
             export const USUAL = \"{usual}\";\n\n\
             /** The values of each option. All combinations are allowed. */\n\
             export const VALUES = {values};\n\n\
             /** The lessons, in order. @type {{readonly string[]}} */\n\
             export const LESSONS = {lessons};\n"
        ))
    }

    /// Returns the text of the client's module with the drawings of the game's tiles, if the client
    /// needs one. As in a view, the server defines the look of a tile.
    fn tile_paths(&self, game: &str) -> Result<Option<String>> {
        if self.faces.is_empty() {
            return Ok(None);
        }
        let mut text = format!(
            "/**\n \
             * The paths of every tile. `cargo xtask types` generates this file from\n \
             * server/rules/src/{game}/tile.rs: change that instead.\n \
             *\n \
             * @import {{Face}} from '../../protocol.js'\n \
             */\n\n\
             /** Every tile at rotation 0, by its number. @type {{readonly Face[]}} */\n\
             export const FACES = [\n"
        );
        for face in &self.faces {
            writeln!(
                text,
                "  {{ tile: {}, paths: {} }},",
                face["tile"], face["paths"]
            )?;
        }
        text.push_str("];\n");
        Ok(Some(text))
    }
}

/// Returns a part of a JSON text with the indentation that it would have alone.
fn alone(part: &RawValue) -> String {
    part.get().replace("\n  ", "\n")
}

/// Returns the paths and the texts of the modules of all games.
pub fn modules() -> Result<Vec<(String, String)>> {
    let mut modules = Vec::new();
    for &game in GameKind::ALL {
        let word = game.word();
        let folder = format!("web/client/games/{word}");
        let books = Books::of(game)?;
        modules.push((format!("{folder}/presets.js"), books.module(game)?));
        if let Some(text) = books.tile_paths(word)? {
            modules.push((format!("{folder}/tile-paths.js"), text));
        }
    }
    Ok(modules)
}

/// Returns the prefix of a game's type names: `two_words` becomes `TwoWords`.
fn in_types(word: &str) -> String {
    let capital = |part: &str| {
        let (first, rest) = part.split_at(1);
        first.to_uppercase() + rest
    };
    word.split('_').map(capital).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use schemars::generate::SchemaSettings;
    use senda_rules::{AnyGame, AnyOptions, Game};

    use super::*;

    /// Returns all combinations of one value for each option.
    fn combinations(values: &Map<String, Value>) -> Vec<Map<String, Value>> {
        values
            .iter()
            .fold(vec![Map::new()], |known, (option, each)| {
                let each = each.as_array().unwrap();
                known
                    .iter()
                    .flat_map(|one| {
                        each.iter().map(move |value| {
                            let mut more = one.clone();
                            more.insert(option.clone(), value.clone());
                            more
                        })
                    })
                    .collect()
            })
    }

    fn read(json: &str) -> Map<String, Value> {
        serde_json::from_str(json).unwrap()
    }

    /// Returns the names of the options that a host may choose, by the schema of the HTTP API.
    fn choosable(game: GameKind) -> BTreeSet<String> {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        let schema = settings
            .into_generator()
            .into_root_schema_for::<AnyOptions>();
        let schema = schema.to_value();
        let games = schema["oneOf"].as_array().unwrap();
        let of_game = |one: &&Value| one["properties"]["game"]["const"] == game.word();
        let options = games.iter().find(of_game).unwrap()["properties"].as_object();
        let names = options.unwrap().keys().cloned();
        names
            .filter(|name| !["preset", "game"].contains(&&**name))
            .collect()
    }

    #[test]
    fn the_form_offers_every_option() {
        for &game in GameKind::ALL {
            let values = read(Books::of(game).unwrap().values.get());
            let offered: BTreeSet<String> = values.keys().cloned().collect();
            assert_eq!(offered, choosable(game), "{game:?}");
        }
    }

    #[test]
    fn the_server_accepts_every_combination_of_the_form() {
        for &game in GameKind::ALL {
            let books = Books::of(game).unwrap();
            let usual = read(books.presets.get())[&books.usual]
                .as_object()
                .unwrap()
                .clone();
            let all = combinations(&read(books.values.get()));
            for chosen in &all {
                let mut options = usual.clone();
                options.insert("game".to_owned(), game.word().into());
                options.extend(chosen.clone());
                let options: AnyOptions = serde_json::from_value(Value::Object(options)).unwrap();
                let (fewest, _) = game.seats();
                assert!(AnyGame::new(&options, fewest, None).is_ok(), "{options:?}");
            }
            let values = read(books.values.get());
            let each = values.values().map(|each| each.as_array().unwrap().len());
            assert_eq!(all.len(), each.product::<usize>());
            assert!(all.len() > 1, "{game:?}");
        }
    }

    #[test]
    fn each_rulebook_is_offered() {
        for &game in GameKind::ALL {
            let books = Books::of(game).unwrap();
            let values = read(books.values.get());
            assert!(
                read(books.presets.get()).contains_key(&books.usual),
                "{game:?}"
            );
            for (name, rules) in read(books.presets.get()) {
                for (option, each) in &values {
                    let offered = each.as_array().unwrap();
                    // One that is off may be absent.
                    let usual = rules.get(option).unwrap_or(&Value::Bool(false));
                    assert!(offered.contains(usual), "{option} of {name}");
                }
            }
        }
    }

    #[test]
    fn types_are_named_as_in_rust() {
        assert_eq!(in_types("one"), "One");
        assert_eq!(in_types("two_words"), "TwoWords");
    }
}
