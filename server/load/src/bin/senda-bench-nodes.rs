//! The command line that measures moves and spectators where several servers share a database.

use std::{fmt::Write as _, path::PathBuf};

use anyhow::Result;
use clap::{Parser, ValueEnum};
use mimalloc::MiMalloc;
use senda_load::{
    bench::{Bench, moves},
    overload::{Crowds, Watched, crowds},
    write_to,
};

/// A fast allocator, since the servers lack all processor time that the players use.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Measures rooms at full speed on SQLite, on one server with PostgreSQL and on three, in turns;
/// then one room with many spectators on three servers.
#[derive(Debug, Parser)]
#[command(name = "senda-bench-nodes")]
struct CommandLine {
    #[command(flatten)]
    bench: Bench,
    #[command(flatten)]
    crowds: Crowds,
    /// Measures only this.
    #[arg(long, value_enum)]
    just: Option<What>,
    /// Also writes the tables to this file, as Markdown.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
enum What {
    /// The cost of a move.
    Moves,
    /// The cost of many spectators.
    Crowds,
}

/// Runs the players on the main thread. The spectators have threads of their own.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let line = CommandLine::parse();
    let mut tables = String::new();
    if line.just != Some(What::Crowds) {
        writeln!(tables, "{}", moves(&line.bench).await?)?;
    }
    if line.just != Some(What::Moves) {
        writeln!(tables, "{}", Watched::HEADING)?;
        for watched in crowds(&line.crowds, line.bench.program.as_deref()).await? {
            writeln!(tables, "{watched}")?;
        }
    }
    print!("{tables}");
    write_to(line.markdown.as_deref(), &tables)?;
    Ok(())
}
