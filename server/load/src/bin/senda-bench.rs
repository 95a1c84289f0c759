//! The command line of the benchmark of a move.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::Parser;
use mimalloc::MiMalloc;
use senda_load::bench::{Bench, run};

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
async fn main() -> ExitCode {
    match measure(&CommandLine::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("senda-bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(line: &CommandLine) -> Result<()> {
    let figures = run(&line.bench).await?;
    print!("{figures}");
    if let Some(file) = &line.json {
        let text = serde_json::to_string_pretty(&figures)?;
        fs::write(file, text).with_context(|| file.display().to_string())?;
    }
    if let Some(file) = &line.markdown {
        fs::write(file, figures.tables()).with_context(|| file.display().to_string())?;
    }
    Ok(())
}
