//! The command line that measures the effect of bots on other players, and the bots' own pace.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use senda_load::{
    exit_code,
    overload::{BotRooms, accompanied},
};

#[tokio::main]
async fn main() -> ExitCode {
    exit_code("senda-bot-rooms", measure().await)
}

async fn measure() -> Result<bool> {
    let measured = accompanied(&BotRooms::parse()).await?;
    print!("{measured}");
    Ok(measured.is_kept())
}
