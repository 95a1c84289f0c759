//! The command line of the runs with faults. It exits with 1 if the server broke a promise.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use senda_load::{
    chaos::{Chaos, run},
    exit_code,
};

#[tokio::main]
async fn main() -> ExitCode {
    exit_code("senda-chaos", play().await)
}

async fn play() -> Result<bool> {
    let figures = run(&Chaos::parse()).await?;
    println!("{figures}");
    Ok(figures.told.violations == 0)
}
