//! How strong the bots are: a release build of the arena, and the tables that it gives.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use anyhow::{Context, Result};

use crate::{page, root, tools::run};

/// The page with the tables.
const PAGE: &str = "docs/bots.md";
/// By which command they are written.
const COMMAND: &str = "arena";
/// What is written beside what is printed.
const JSON: &str = "target/arena.json";
const MARKDOWN: &str = "target/arena.md";
/// Where games are kept, in a folder for each edition of the bots.
const KEPT: &str = "target/arena";
/// What decides how a game of bots goes.
const SOURCES: [&str; 3] = [
    "server/arena/src/contest.rs",
    "server/bots/src",
    "server/rules/src",
];
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
    let kept = format!("{KEPT}/{:016x}", edition()?);
    let ladder = ["--ladder", "--keep", &kept];
    let files = ["--json", JSON, "--markdown", MARKDOWN];
    run(
        ".",
        &[&arena[..], &ladder[..], &files[..], options].concat(),
    )?;
    println!("\nwritten to {JSON} and {MARKDOWN}; the games are in {kept}");
    page::write_tables(PAGE, COMMAND, MARKDOWN)
}

/// A number that is another one whenever games of bots may go otherwise.
fn edition() -> Result<u64> {
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        hash(&root().join(source), &mut hasher)?;
    }
    Ok(hasher.finish())
}

/// Takes in a file, or all files of a folder in the order of their names.
fn hash(path: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    let name = || path.display().to_string();
    if !path.is_dir() {
        path.file_name().hash(hasher);
        fs::read(path).with_context(name)?.hash(hasher);
        return Ok(());
    }
    let entries = fs::read_dir(path).with_context(name)?;
    let paths: std::io::Result<Vec<_>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.with_context(name)?;
    paths.sort();
    paths.iter().try_for_each(|path| hash(path, hasher))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_source_is_another_edition() {
        assert_eq!(edition().unwrap(), edition().unwrap());
        let of = |source: &str| {
            let mut hasher = DefaultHasher::new();
            hash(&root().join(source), &mut hasher).unwrap();
            hasher.finish()
        };
        assert_ne!(of("server/bots/src"), of("server/bots/src/search"));
        assert_ne!(of("server/bots/src/lib.rs"), of("server/bots/src/dice.rs"));
    }
}
