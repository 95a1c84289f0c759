//! What a move costs: release builds of the server, of the relay and of those who play, and the tables that they give.

use anyhow::Result;

use crate::{page, tools::run};

/// The page with the tables.
const PAGE: &str = "docs/performance.md";
/// By which command they are written.
const COMMAND: &str = "bench";
/// What is written beside what is printed.
const JSON: &str = "target/bench.json";
const MARKDOWN: &str = "target/bench.md";

/// Runs with those options of `senda-bench`; without any, all of it, and writes the tables into the page.
pub fn run_with_options(options: &[&str]) -> Result<()> {
    let build = ["cargo", "build", "--release", "--locked"];
    let server = ["--package", "senda", "--bin", "senda"];
    run(".", &[&build[..], &server[..]].concat())?;
    let load = ["--package", "senda-load", "--bin", "senda-bench"];
    let relay = ["--example", "relay"];
    run(".", &[&build[..], &load[..], &relay[..]].concat())?;
    let bench = ["target/release/senda-bench", "--json", JSON];
    let markdown = ["--markdown", MARKDOWN];
    run(".", &[&bench[..], &markdown[..], options].concat())?;
    println!("\nwritten to {JSON} and {MARKDOWN}");
    if options.is_empty() {
        page::write_tables(PAGE, COMMAND, MARKDOWN)?;
    }
    Ok(())
}

/// Runs with those options of `senda-bench-nodes`: several servers over one database.
pub fn nodes(options: &[&str]) -> Result<()> {
    let build = ["cargo", "build", "--release", "--locked"];
    let what = ["--package", "senda", "--package", "senda-load"];
    let programs = ["--bin", "senda", "--bin", "senda-bench-nodes"];
    run(".", &[&build[..], &what[..], &programs[..]].concat())?;
    run(
        ".",
        &[&["target/release/senda-bench-nodes"], options].concat(),
    )
}
