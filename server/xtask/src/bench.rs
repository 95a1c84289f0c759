//! Measures the cost of a move: builds the server, the relay and the players in release mode, runs
//! them, and writes the tables.

use anyhow::Result;

use crate::{page, tools::run};

/// The page that contains the tables.
const PAGE: &str = "docs/performance.md";
/// The xtask command that writes the tables.
const COMMAND: &str = "bench";
/// The files that are written in addition to the printed output.
const JSON: &str = "target/bench.json";
const MARKDOWN: &str = "target/bench.md";

/// Runs `senda-bench` with these options. Without options it runs all measurements, and writes the
/// tables into the page.
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

/// Runs `senda-bench-nodes` with these options: several servers that share one database.
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
