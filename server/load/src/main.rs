//! The command line of the swarm. It exits with 1 if the server broke a promise.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context, Result};
use clap::Parser;
use senda_load::{report::measure, swarm::Plan};

/// Plays on a running server, checks all its messages, and reports what it costs.
#[derive(Debug, Parser)]
#[command(name = "senda-load")]
struct CommandLine {
    #[command(flatten)]
    plan: Plan,
    /// Seconds that all people play; the time to arrive and to end all games is added.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// The id of the server's process on this machine, to measure its resources.
    #[arg(long)]
    pid: Option<u32>,
    /// Also writes the report to this file, as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(&CommandLine::parse()).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("senda-load: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Returns whether the server kept every promise.
async fn run(line: &CommandLine) -> Result<bool> {
    let CommandLine {
        plan,
        seconds,
        pid,
        json,
    } = line;
    eprintln!("The server needs: {}", plan.needs());
    let report = measure(plan, *seconds, *pid).await?;
    print!("{report}");
    if let Some(file) = json {
        let text = serde_json::to_string_pretty(&report)?;
        fs::write(file, text).with_context(|| file.display().to_string())?;
    }
    Ok(report.totals.violations == 0)
}
