//! The command line of the attacks: measures how hostile guests affect the players.

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use senda_load::{
    exit_code,
    overload::{Attacks, HEADING, attacked},
};

#[tokio::main]
async fn main() -> ExitCode {
    exit_code("senda-attack", attack().await)
}

async fn attack() -> Result<bool> {
    let measured = attacked(&Attacks::parse()).await?;
    println!("{HEADING}");
    for attack in measured {
        println!("{attack}");
    }
    Ok(true)
}
