//! What moves and crowds cost where several servers share a database, from the command line.

use std::{fmt::Write as _, fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use mimalloc::MiMalloc;
use senda_load::{
    bench::{Bench, moves},
    overload::{Crowds, Watched, crowds},
};

/// What the players take of the processor, the servers lack.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Measures rooms at full speed on a file, on one server over PostgreSQL and on three, in turns; then one room that many
/// watch by three servers.
#[derive(Debug, Parser)]
#[command(name = "senda-bench-nodes")]
struct CommandLine {
    #[command(flatten)]
    bench: Bench,
    #[command(flatten)]
    crowds: Crowds,
    /// Measures this alone.
    #[arg(long, value_enum)]
    just: Option<What>,
    /// Writes the tables to this file as well, as Markdown.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
enum What {
    /// What a move costs.
    Moves,
    /// What those cost who watch.
    Crowds,
}

/// Those who watch are on threads of their own.
#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match measure(&CommandLine::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("senda-bench-nodes: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(line: &CommandLine) -> Result<()> {
    let mut tables = String::new();
    if line.just != Some(What::Crowds) {
        writeln!(tables, "{}", moves(&line.bench).await?)?;
    }
    if line.just != Some(What::Moves) {
        writeln!(tables, "{}", Watched::HEADING)?;
        for watched in crowds(&line.crowds, line.bench.program.as_ref()).await? {
            writeln!(tables, "{watched}")?;
        }
    }
    print!("{tables}");
    if let Some(file) = &line.markdown {
        fs::write(file, tables).with_context(|| file.display().to_string())?;
    }
    Ok(())
}
