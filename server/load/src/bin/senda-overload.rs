//! The command line that measures the effect of spectators and newcomers on players.

use anyhow::Result;
use clap::Parser;
use senda_load::overload::{Overload, run};

#[tokio::main]
async fn main() -> Result<()> {
    print!("{}", run(&Overload::parse()).await?);
    Ok(())
}
