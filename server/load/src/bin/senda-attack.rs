//! The command line of the attacks: measures how hostile guests affect the players.

use std::process::ExitCode;

use clap::Parser;
use senda_load::overload::{Attacks, Heading, attacked};

/// Starts the server, attacks it in one way after another, and measures the effect on players.
#[derive(Debug, Parser)]
#[command(name = "senda-attack")]
struct CommandLine {
    #[command(flatten)]
    attacks: Attacks,
}

#[tokio::main]
async fn main() -> ExitCode {
    let CommandLine { attacks } = CommandLine::parse();
    match attacked(&attacks).await {
        Err(error) => {
            eprintln!("senda-attack: {error:#}");
            ExitCode::FAILURE
        }
        Ok(measured) => {
            println!("{Heading}");
            for attack in measured {
                println!("{attack}");
            }
            ExitCode::SUCCESS
        }
    }
}
