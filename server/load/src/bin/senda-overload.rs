//! The command line that measures the effect of spectators and newcomers on players.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use senda_load::{
    exit_code,
    overload::{Overload, run},
};

#[tokio::main]
async fn main() -> ExitCode {
    exit_code("senda-overload", measure().await)
}

async fn measure() -> Result<bool> {
    print!("{}", run(&Overload::parse()).await?);
    Ok(true)
}
