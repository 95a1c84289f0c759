//! Runs all measurements of a benchmark run.

use std::time::Duration;

use anyhow::{Context, Result};
use senda_rules::GameKind;

use super::{
    figures::{Figures, Sizes, Speeds},
    memory::memory,
    options::{Bench, Part, Subject},
    people::RoomPlan,
    restart::restart,
    window::play,
};
use crate::files::allow;

/// The number of rooms whose bytes are counted.
const COUNTED_ROOMS: u32 = 8;
/// The time for which bytes are counted.
const COUNTED_TIME: Duration = Duration::from_secs(6);
/// The maximum number of open files of this process: its sockets and some more.
const FILES: u64 = 4_096;

/// Returns the game for the most players.
fn largest() -> Result<GameKind> {
    let most = |kind: &GameKind| kind.seats().1;
    let games = GameKind::ALL.iter().copied();
    games.max_by_key(most).context("a game")
}

fn plan(game: GameKind, spectators: u8) -> RoomPlan {
    RoomPlan {
        game,
        players: game.seats().1,
        spectators,
    }
}

/// Runs the parts that the options name.
///
/// # Errors
/// Returns an error if a program is missing or does not answer, or if the players can't play.
pub async fn run(bench: &Bench) -> Result<Figures> {
    allow(FILES)?;
    let mut figures = Figures::begin(bench);
    let asks = |part| bench.parts.contains(&part);
    if asks(Part::Speed) {
        figures.speed = speeds(bench, &bench.subjects()).await?;
    }
    if asks(Part::Bytes) && bench.only != Some(Subject::Relay) {
        for &game in GameKind::ALL {
            let sizes = sizes(bench, game).await?;
            figures.bytes.insert(game.word(), sizes);
        }
    }
    if asks(Part::Memory) {
        for subject in bench.subjects() {
            let used = memory(bench, subject, plan(largest()?, 0)).await?;
            figures.memory.insert(subject, used);
        }
    }
    if asks(Part::Restart) && bench.only != Some(Subject::Relay) {
        figures.restart = Some(restart(bench, plan(largest()?, 0)).await?);
    }
    figures.end();
    Ok(figures)
}

/// Measures the speed of each subject. The subjects alternate, so that other load on the machine
/// affects all.
pub(super) async fn speeds(bench: &Bench, subjects: &[Subject]) -> Result<Speeds> {
    let time = Duration::from_secs(bench.seconds);
    let mut speeds = Speeds::new();
    for round in 1..=bench.rounds {
        for &rooms in &bench.rooms {
            for &subject in subjects {
                let window = play(bench, subject, plan(largest()?, 0), rooms, time).await?;
                let speed = window.speed();
                eprintln!("round {round}, {rooms} rooms, {}: {speed}", subject.name());
                speeds.entry((subject, rooms)).or_default().push(speed);
            }
        }
    }
    Ok(speeds)
}

async fn sizes(bench: &Bench, game: GameKind) -> Result<Sizes> {
    let plan = plan(game, 1);
    let window = play(bench, Subject::Senda, plan, COUNTED_ROOMS, COUNTED_TIME).await?;
    Ok(Sizes {
        players: plan.players,
        moves: window.counts.decisions,
        each: window.counts.bytes.each(),
        to_players: window.speed().bytes,
    })
}
