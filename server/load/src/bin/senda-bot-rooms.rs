//! The command line that measures the effect of bots on other players, and the bots' own pace.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use senda_load::{
    exit_code,
    overload::{BotRooms, accompanied},
};

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let measured = accompanied(&BotRooms::parse()).await?;
    print!("{measured}");
    Ok(exit_code(measured.is_kept()))
}
