//! How strong the bots are: a release build of the arena, and the table that it gives.

use anyhow::Result;

use crate::{page, tools::run};

/// The page with the table.
const PAGE: &str = "docs/bots.md";
/// By which command it is written.
const COMMAND: &str = "arena";
/// What is written beside what is printed.
const JSON: &str = "target/arena.json";
const MARKDOWN: &str = "target/arena.md";
/// Games of each row, so that a share is known to two parts in a hundred.
const GAMES: &str = "2000";

/// Plays with those options of `senda arena`; without any, the whole ladder, and writes the table into the page.
pub fn run_with_options(options: &[&str]) -> Result<()> {
    let build = ["cargo", "build", "--release", "--locked"];
    run(".", &[&build[..], &["--package", "senda-arena"]].concat())?;
    let arena = ["target/release/senda-arena"];
    if !options.is_empty() {
        return run(".", &[&arena[..], options].concat());
    }
    let ladder = ["--ladder", "--games", GAMES];
    let files = ["--json", JSON, "--markdown", MARKDOWN];
    run(".", &[&arena[..], &ladder[..], &files[..]].concat())?;
    println!("\nwritten to {JSON} and {MARKDOWN}");
    page::write_tables(PAGE, COMMAND, MARKDOWN)
}
