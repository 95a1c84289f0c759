//! Writes rooms whose games are at some point into a database that a server may be using.
//!
//! The browser tests start from such rooms: `cargo run --package senda --example prepare -- DATA`
//! reads one `Order` as JSON from standard input, and prints the room and the cookies that make a
//! browser one of its players. The games are found at random from fixed seeds, so the same order
//! gives the same game as long as the rules stay the same. The records are those of
//! [`senda_room::Room`] itself, written by the store of the server.

mod course;
mod pattern;
mod room;
mod rows;

use std::{io, path::PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::course::{Course, Decision};

/// The description of the room to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    /// The names of the players in the order of the seats, the host first.
    people: Vec<String>,
    /// The game, by its word in the protocol.
    game: senda_rules::GameKind,
    /// The options that differ from the game's default ones.
    #[serde(default)]
    options: Map<String, Value>,
    /// The clock in the form of the protocol.
    clock: senda_room::protocol::Clock,
    /// The point that the game is at. Without it no game has started, and all players are ready for
    /// one.
    course: Option<Course>,
}

/// The room that has been written.
#[derive(Debug, Serialize)]
struct Prepared {
    /// The id of the room.
    room: String,
    /// The cookie of each player, as `name=value`.
    cookies: Vec<String>,
    /// The decisions that follow in the game that was found.
    next: Vec<Decision>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let data: PathBuf = std::env::args_os().nth(1).context("no data folder")?.into();
    let order: Order = serde_json::from_reader(io::stdin()).context("the order")?;
    let played = room::play(&order)?;
    let cookies = rows::write(&data, &played).await?;
    let prepared = Prepared {
        room: played.id.to_string(),
        cookies,
        next: played.next,
    };
    println!("{}", serde_json::to_string(&prepared)?);
    Ok(())
}
