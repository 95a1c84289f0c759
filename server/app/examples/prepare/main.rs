//! Writes rooms whose games have come to some point, into a database that a server may be using.
//!
//! The tests in browsers begin from such rooms: `cargo run --package senda --example prepare -- DATA` reads one
//! `Order` as JSON from the standard input and answers with the room and with what makes a browser one of its
//! people. The games are found by chance from fixed seeds, so the same order gives the same game as long as the
//! rules stay the same. The records are those of [`senda_room::Room`] itself, written by the store of the server.

mod course;
mod pattern;
mod room;
mod rows;

use std::{io, path::PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::course::{Course, Decision};

/// What a room is to be like.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    /// Who sits at its seats, the host first.
    people: Vec<String>,
    /// The game in the words of the protocol.
    game: senda_rules::GameKind,
    /// The options that differ from the game's usual ones.
    #[serde(default)]
    options: Map<String, Value>,
    /// The clock in the words of the protocol.
    clock: senda_room::protocol::Clock,
    /// How far the game has come; without it none has begun, and all are ready for it.
    course: Option<Course>,
}

/// What has been written.
#[derive(Debug, Serialize)]
struct Prepared {
    /// The id of the room.
    room: String,
    /// The cookie of each of the people, as `name=value`.
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
