//! Measures the cost of a move: builds the server, the relay and the players in release mode, runs
//! them, and writes the tables.

use anyhow::Result;

use super::page;
use crate::tools::{command, run};

/// The page that contains the tables.
const PAGE: &str = "docs/performance.md";
/// The xtask command that writes the tables.
const COMMAND: &str = "bench";
/// The files that are written in addition to the printed output.
const JSON: &str = "target/bench.json";
const MARKDOWN: &str = "target/bench.md";

/// Runs `senda-bench` with these options. Without options it runs all measurements, and writes the
/// tables into the page.
pub fn run_with_options(options: &[String]) -> Result<()> {
    let build = "cargo build --release --locked --package";
    run(&mut command(&format!("{build} senda --bin senda")))?;
    let load = format!("{build} senda-load --bin senda-bench --example relay");
    run(&mut command(&load))?;
    let bench = format!("target/release/senda-bench --json {JSON} --markdown {MARKDOWN}");
    run(command(&bench).args(options))?;
    println!("\nwritten to {JSON} and {MARKDOWN}");
    if options.is_empty() {
        page::write_tables(PAGE, COMMAND, MARKDOWN)?;
    }
    Ok(())
}

/// Runs `senda-bench-nodes` with these options: several servers that share one database.
pub fn nodes(options: &[String]) -> Result<()> {
    run(&mut command(
        "cargo build --release --locked --package senda --package senda-load --bin senda \
         --bin senda-bench-nodes",
    ))?;
    run(command("target/release/senda-bench-nodes").args(options))
}
