//! What a move costs, from the command line.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::Parser;
use mimalloc::MiMalloc;
use senda_load::bench::{Bench, run};

/// What the players take of the processor, the server lacks.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Measures rooms at full speed on the server and on the relay, in turns.
#[derive(Debug, Parser)]
#[command(name = "senda-bench")]
struct CommandLine {
    #[command(flatten)]
    bench: Bench,
    /// Writes the figures to this file as well, as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
    /// Writes the tables to this file as well, as Markdown.
    #[arg(long)]
    markdown: Option<PathBuf>,
}

/// One thread: it costs less than two do, and leaves the other processors to the server.
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
