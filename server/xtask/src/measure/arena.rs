//! Measures the strength of the bots: builds the arena in release mode, runs it, and writes its
//! tables.

use std::{
    collections::BTreeSet,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use anyhow::{Context, Result};

use serde_json::Value;

use super::page;
use crate::{
    files, root,
    tools::{command, run},
};

/// The page that contains the tables.
const PAGE: &str = "docs/bots.md";
/// The xtask command that writes the tables.
const COMMAND: &str = "arena";
/// The files that are written in addition to the printed output.
const JSON: &str = "target/arena.json";
const MARKDOWN: &str = "target/arena.md";
/// The folder of the stored matches, with a subfolder for each game and edition of its bots.
const KEPT: &str = "target/arena";
/// The list of the contests to play.
const LADDER: &str = "server/arena/ladder.json";
/// The sources that determine the course of a match.
const SOURCES: [&str; 3] = ["server/arena/src/contest.rs", BOTS, RULES];
/// The folders that have a subfolder for each game.
const BOTS: &str = "server/bots/src";
const RULES: &str = "server/rules/src";
/// The only option that the page may be written with.
const MINUTES: &str = "--minutes";

/// Runs the arena with these options of `senda arena`. Without options, or with only a limit of
/// minutes, it plays the missing games of the whole ladder, and writes the tables of all games so
/// far into the page.
pub fn run_with_options(options: &[String]) -> Result<()> {
    run(&mut command(
        "cargo build --release --locked --package senda-arena",
    ))?;
    let mut arena = command("target/release/senda-arena");
    let is_whole = match options {
        [] => true,
        [option, _] => option == MINUTES,
        _ => false,
    };
    if !is_whole {
        return run(arena.args(options));
    }
    for game in played()? {
        let edition = edition(&game)?;
        let kept = format!("{game}={KEPT}/{game}-{edition:016x}");
        arena.args(["--keep", &kept]);
    }
    arena.args(["--ladder", "--json", JSON, "--markdown", MARKDOWN]);
    run(arena.args(options))?;
    println!("\nwritten to {JSON} and {MARKDOWN}; matches are kept in {KEPT}");
    page::write_tables(PAGE, COMMAND, MARKDOWN)
}

/// Returns the games of the ladder.
fn played() -> Result<BTreeSet<String>> {
    let ladder: Value = serde_json::from_str(&files::read(LADDER)?)?;
    let tables = ladder.as_array().into_iter().flatten();
    let rows = tables
        .filter_map(|table| table["rows"].as_array())
        .flatten();
    let games = rows.filter_map(|row| row["game"].as_str());
    Ok(games.map(str::to_owned).collect())
}

/// Returns all games: both the rules and the bots have a folder with the game's name.
fn games() -> Result<BTreeSet<String>> {
    let [of_bots, of_rules] = [folders(BOTS)?, folders(RULES)?];
    Ok(of_bots.intersection(&of_rules).cloned().collect())
}

fn folders(of: &str) -> Result<BTreeSet<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(root().join(of))? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.insert(entry.file_name().to_string_lossy().into_owned());
        }
    }
    Ok(names)
}

/// Returns a hash that changes whenever matches of the game may take another course. Sources that
/// belong to another game only do not change it.
fn edition(game: &str) -> Result<u64> {
    let mut others = games()?;
    others.remove(game);
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        hash(source, &others, &mut hasher)?;
    }
    Ok(hasher.finish())
}

/// Hashes a file, or all files of a folder in the order of their names, except the folders of
/// `others`.
fn hash(path: &str, others: &BTreeSet<String>, hasher: &mut DefaultHasher) -> Result<()> {
    let is_of_another = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        path.is_dir() && name.is_some_and(|name| others.contains(&*name))
    };
    for path in files::below(path, &is_of_another)? {
        let path = root().join(path);
        path.file_name().hash(hasher);
        let text = fs::read(&path).with_context(|| path.display().to_string())?;
        text.hash(hasher);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: &str, others: &[String]) -> u64 {
        let mut hasher = DefaultHasher::new();
        let others = others.iter().cloned().collect();
        hash(source, &others, &mut hasher).unwrap();
        hasher.finish()
    }

    #[test]
    fn different_sources_have_different_editions() {
        let editions = || games().unwrap().into_iter().map(|game| edition(&game));
        let all: Result<Vec<u64>> = editions().collect();
        let all = all.unwrap();
        assert_eq!(all, editions().map(Result::unwrap).collect::<Vec<_>>());
        let different: BTreeSet<u64> = all.iter().copied().collect();
        assert_eq!(different.len(), all.len(), "each has its own sources");
        assert_ne!(of(BOTS, &[]), of("server/bots/src/search", &[]));
        assert_ne!(
            of("server/bots/src/lib.rs", &[]),
            of("server/bots/src/dice.rs", &[])
        );
    }

    #[test]
    fn the_folders_of_other_games_are_left_out() {
        let all = games().unwrap();
        let played = played().unwrap();
        assert!(played.is_subset(&all), "{all:?}");
        assert!(!all.contains("search") && !all.contains("tiles"));
        let nothing = DefaultHasher::new().finish();
        for game in played {
            let own = format!("{BOTS}/{game}");
            assert_eq!(of(&own, &[game]), nothing);
            assert_ne!(of(&own, &[]), nothing);
        }
    }
}
