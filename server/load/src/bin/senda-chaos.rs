//! The command line of the runs with faults. It exits with 1 if the server broke a promise.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use senda_load::{
    chaos::{Chaos, run},
    exit_code,
};

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let figures = run(&Chaos::parse()).await?;
    println!("{figures}");
    Ok(exit_code(figures.told.violations == 0))
}
