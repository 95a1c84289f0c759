//! Finds the places where the code names a game.

use anyhow::{Context, Result};

use super::Files;
use crate::root;

/// The files outside of the games' folders that may name games: the lists of all games, of their
/// bots and of their puzzles.
const LISTS: [&str; 3] = [
    "server/rules/src/lib.rs",
    "server/bots/src/lib.rs",
    "server/puzzles/src/lib.rs",
];
/// The folders with a module for each game: a file and a folder of the same name.
const FOLDERS: [&str; 3] = ["server/rules/src", "server/bots/src", "server/puzzles/src"];

/// The client's folder with a subfolder for each game.
const CLIENT: &str = "web/client/games";

/// Returns the names of every game in lower case: as a module, as a type and as text.
pub fn of_games() -> Result<Vec<[String; 3]>> {
    let mut games = Vec::new();
    for entry in root().join(CLIENT).read_dir().context(CLIENT)? {
        let path = entry?.path();
        let module = path.file_name().and_then(|name| name.to_str());
        let module = module.context("a game's name")?;
        if path.is_dir() {
            let names = ["_", "", " "].map(|between| module.replace('_', between));
            games.push(names);
        }
    }
    Ok(games)
}

/// Returns the lines that name a game outside its folder.
pub fn outside(files: &Files, games: &[[String; 3]]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| !LISTS.contains(&&***path)) {
        for [module, rest @ ..] in games {
            let mut own = FOLDERS.iter().map(|folder| format!("{folder}/{module}"));
            let is_own = |own: String| {
                let inner = path.strip_prefix(&*own);
                inner.is_some_and(|inner| inner == ".rs" || inner.starts_with('/'))
            };
            if own.any(is_own) {
                continue;
            }
            let named = |line: &str| {
                let line = line.to_lowercase();
                [module]
                    .into_iter()
                    .chain(rest)
                    .any(|name| has(&line, name))
            };
            let lines = (1..).zip(text.lines()).filter(|(_, line)| named(line));
            found.extend(lines.map(|(number, line)| {
                format!(
                    "{path}:{number} names the game {module}; what knows it belongs into server/rules/src/{module}/: {}",
                    line.trim()
                )
            }));
        }
    }
    found
}

/// Returns whether a line contains the name at the beginning of a word.
fn has(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> usize {
        let games = [["hex_go", "hexgo", "hex go"].map(str::to_owned)];
        let files = [(path.to_owned(), text.to_owned())].into();
        outside(&files, &games).len()
    }

    #[test]
    fn a_game_may_be_named_only_in_its_folder_and_in_the_lists() {
        let text = "//! Hex Go.\nuse crate::hex_go::Tile;\nlet view = HexGoView;\n";
        assert_eq!(found("server/room/src/room.rs", text), 3);
        assert_eq!(found("server/rules/src/any.rs", text), 3);
        assert_eq!(found("server/rules/src/other/cards.rs", text), 3);
        assert_eq!(found("server/bots/src/other/rating.rs", text), 3);
        for folder in FOLDERS {
            assert_eq!(found(&format!("{folder}/hex_go/cards.rs"), text), 0);
            assert_eq!(found(&format!("{folder}/hex_go.rs"), text), 0);
            assert_eq!(found(&format!("{folder}/hex_going.rs"), text), 3);
        }
        for list in LISTS {
            assert_eq!(found(list, text), 0);
        }
    }

    #[test]
    fn other_words_do_not_count_as_names() {
        assert_eq!(
            found("server/room/src/room.rs", "the hex goes, annexhexgo"),
            1
        );
        assert_eq!(found("server/room/src/room.rs", "annexhexgo, a hexagon"), 0);
    }

    #[test]
    fn every_game_of_the_client_exists_in_the_server() {
        let names = of_games().unwrap();
        assert!(names.len() >= 3, "{names:?}");
        for [module, ..] in &names {
            let rules = root().join(FOLDERS[0]).join(module).join("game.rs");
            assert!(rules.is_file(), "{}", rules.display());
        }
    }
}
