//! How strong the bots are: a release build of the arena, and the tables that it gives.

use std::{
    collections::BTreeSet,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use anyhow::{Context, Result};

use serde_json::Value;

use crate::{page, root, tools::run};

/// The page with the tables.
const PAGE: &str = "docs/bots.md";
/// By which command they are written.
const COMMAND: &str = "arena";
/// What is written beside what is printed.
const JSON: &str = "target/arena.json";
const MARKDOWN: &str = "target/arena.md";
/// Where matches are kept, in a folder for each game and edition of its bots.
const KEPT: &str = "target/arena";
/// What is played.
const LADDER: &str = "server/arena/ladder.json";
/// What decides how a match goes.
const SOURCES: [&str; 3] = ["server/arena/src/contest.rs", BOTS, RULES];
/// Both have a folder for each game.
const BOTS: &str = "server/bots/src";
const RULES: &str = "server/rules/src";
/// The only option with which the page is written.
const MINUTES: &str = "--minutes";

/// Plays with those options of `senda arena`. Without any, or with no other than the minutes that it may take: what is
/// missing of the whole ladder, and writes the tables of what has been played into the page.
pub fn run_with_options(options: &[&str]) -> Result<()> {
    let build = ["cargo", "build", "--release", "--locked"];
    run(".", &[&build[..], &["--package", "senda-arena"]].concat())?;
    let arena = ["target/release/senda-arena"];
    if !matches!(options, [] | [MINUTES, _]) {
        return run(".", &[&arena[..], options].concat());
    }
    let mut kept = Vec::new();
    for game in played()? {
        let edition = edition(&game)?;
        kept.push(format!("{game}={KEPT}/{game}-{edition:016x}"));
    }
    let keep: Vec<&str> = kept.iter().flat_map(|kept| ["--keep", kept]).collect();
    let files = ["--json", JSON, "--markdown", MARKDOWN];
    let ladder = [&["--ladder"], &keep[..], &files[..]].concat();
    run(".", &[&arena[..], &ladder, options].concat())?;
    println!("\nwritten to {JSON} and {MARKDOWN}; matches are kept in {KEPT}");
    page::write_tables(PAGE, COMMAND, MARKDOWN)
}

/// The games of the ladder.
fn played() -> Result<BTreeSet<String>> {
    let ladder: Value = serde_json::from_str(&fs::read_to_string(root().join(LADDER))?)?;
    let tables = ladder.as_array().into_iter().flatten();
    let rows = tables
        .filter_map(|table| table["rows"].as_array())
        .flatten();
    let games = rows.filter_map(|row| row["game"].as_str());
    Ok(games.map(str::to_owned).collect())
}

/// All games: rules and bots have folders of their names.
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

/// A number that is another one whenever matches of the game may go otherwise. What is another game's own alone leaves
/// it as it is.
fn edition(game: &str) -> Result<u64> {
    let mut others = games()?;
    others.remove(game);
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        hash(&root().join(source), &others, &mut hasher)?;
    }
    Ok(hasher.finish())
}

/// Takes in a file, or all files of a folder in the order of their names, without the folders of `others`.
fn hash(path: &Path, others: &BTreeSet<String>, hasher: &mut DefaultHasher) -> Result<()> {
    let name = || path.display().to_string();
    let own = path.file_name().map(|name| name.to_string_lossy());
    if path.is_dir() && own.is_some_and(|own| others.contains(&*own)) {
        return Ok(());
    }
    if !path.is_dir() {
        path.file_name().hash(hasher);
        fs::read(path).with_context(name)?.hash(hasher);
        return Ok(());
    }
    let entries = fs::read_dir(path).with_context(name)?;
    let paths: std::io::Result<Vec<_>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.with_context(name)?;
    paths.sort();
    paths.iter().try_for_each(|path| hash(path, others, hasher))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: &str, others: &[String]) -> u64 {
        let mut hasher = DefaultHasher::new();
        let others = others.iter().cloned().collect();
        hash(&root().join(source), &others, &mut hasher).unwrap();
        hasher.finish()
    }

    #[test]
    fn another_source_is_another_edition() {
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
    fn what_is_another_games_own_is_left_out() {
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
