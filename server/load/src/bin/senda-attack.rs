//! The command line of the attacks: measures how hostile guests affect the players.

use anyhow::Result;
use clap::Parser;
use senda_load::overload::{Attacks, HEADING, attacked};

#[tokio::main]
async fn main() -> Result<()> {
    let measured = attacked(&Attacks::parse()).await?;
    println!("{HEADING}");
    for attack in measured {
        println!("{attack}");
    }
    Ok(())
}
