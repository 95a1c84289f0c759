//! What bots cost the people beside them, and whether they keep to their time, from the command line.

use std::process::ExitCode;

use clap::Parser;
use senda_load::overload::{BotRooms, accompanied};

/// Starts the server, and measures bots, and those who play beside them: in turns with bots and without, in one run.
/// Fails where either takes longer than it may.
#[derive(Debug, Parser)]
#[command(name = "senda-bot-rooms")]
struct CommandLine {
    #[command(flatten)]
    rooms: BotRooms,
}

#[tokio::main]
async fn main() -> ExitCode {
    let CommandLine { rooms } = CommandLine::parse();
    match accompanied(&rooms).await {
        Err(error) => {
            eprintln!("senda-bot-rooms: {error:#}");
            ExitCode::FAILURE
        }
        Ok(measured) => {
            print!("{measured}");
            if measured.is_kept() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
    }
}
