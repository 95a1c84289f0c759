//! The command line of the swarm. It exits with 1 if the server broke a promise.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Result;
use clap::Parser;
use senda_load::{exit_code, report::measure, swarm::Plan, write_to};

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
async fn main() -> Result<ExitCode> {
    let line = CommandLine::parse();
    eprintln!("The server needs: {}", line.plan.needs());
    let report = measure(&line.plan, line.seconds, line.pid).await?;
    print!("{report}");
    let json = serde_json::to_string_pretty(&report)?;
    write_to(line.json.as_deref(), &json)?;
    Ok(exit_code(report.totals.violations == 0))
}
