//! The command line of the runs with faults. It exits with 1 if the server broke a promise.

use std::process::ExitCode;

use clap::Parser;
use senda_load::chaos::{Chaos, run};

/// Plays on a server that is killed over and over, and checks all its messages.
#[derive(Debug, Parser)]
#[command(name = "senda-chaos")]
struct CommandLine {
    #[command(flatten)]
    chaos: Chaos,
}

#[tokio::main]
async fn main() -> ExitCode {
    let CommandLine { chaos } = CommandLine::parse();
    match run(&chaos).await {
        Err(error) => {
            eprintln!("senda-chaos: {error:#}");
            ExitCode::FAILURE
        }
        Ok(figures) => {
            println!("{figures}");
            if figures.told.violations == 0 {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
    }
}
