//! The command line that measures the effect of bots on other players, and the bots' own pace.

use std::process::ExitCode;

use clap::Parser;
use senda_load::overload::{BotRooms, accompanied};

/// Starts the server, and measures bots and the other players, in turns with bots and without.
/// Fails if either is slower than its bound.
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
