//! The command line of the benchmark of a move.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use mimalloc::MiMalloc;
use senda_load::{
    bench::{Bench, run},
    write_to,
};

/// A fast allocator, since the server lacks all processor time that the players use.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Measures rooms at full speed on the server and on the relay, in turns.
#[derive(Debug, Parser)]
#[command(name = "senda-bench")]
struct CommandLine {
    #[command(flatten)]
    bench: Bench,
    /// Also writes the figures to this file, as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Also writes the tables to this file, as Markdown.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

/// Runs the players on one thread, which costs less than two and leaves the other processors to the
/// server.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let line = CommandLine::parse();
    let figures = run(&line.bench).await?;
    print!("{figures}");
    let json = serde_json::to_string_pretty(&figures)?;
    write_to(line.json.as_deref(), &json)?;
    write_to(line.markdown.as_deref(), &figures.tables())?;
    Ok(())
}
