//! The command line that measures the effect of spectators and newcomers on players.

use std::process::ExitCode;

use clap::Parser;
use senda_load::overload::{Overload, run};

/// Starts the server, and measures players while many watch, and while many are new.
#[derive(Debug, Parser)]
#[command(name = "senda-overload")]
struct CommandLine {
    #[command(flatten)]
    overload: Overload,
}

#[tokio::main]
async fn main() -> ExitCode {
    let CommandLine { overload } = CommandLine::parse();
    match run(&overload).await {
        Err(error) => {
            eprintln!("senda-overload: {error:#}");
            ExitCode::FAILURE
        }
        Ok(figures) => {
            print!("{figures}");
            ExitCode::SUCCESS
        }
    }
}
