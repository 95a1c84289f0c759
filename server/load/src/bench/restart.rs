//! Measures how soon the rooms are available after the server was killed. The server loads a room
//! when a client requests it.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::{task::JoinSet, time::interval};

use super::{
    figures::Restart,
    options::{Bench, Subject},
    people::{RoomAddress, RoomPlan},
    stage::Stage,
};
use crate::latency::Latencies;

/// The number of times that the server is killed.
const TIMES: u32 = 3;
/// The number of rooms that are requested afterwards: nearly as many as can be created in a burst.
const ROOMS: u32 = 900;
/// The number of rooms of one host: fewer than an address may create in a burst.
const ROOMS_EACH: u32 = 10;
/// The delay between two requests.
const PACE: Duration = Duration::from_millis(3);
/// The number of long rooms.
const LONG_ROOMS: u32 = 6;
/// The number of records of a long room: nearly as many as a room may have.
const RECORDS: u32 = 9_900;
/// The time that a game runs to reach full speed, and for which its answers are timed while no long
/// room is loaded.
const SWING: Duration = Duration::from_millis(700);
/// The first address of the people who come back. No host has it.
const COMERS: u32 = 1 << 20;

/// Measures the recovery after a kill.
///
/// # Errors
/// Returns an error if the server does not run, or does not admit one of the people.
pub(super) async fn restart(bench: &Bench, plan: RoomPlan) -> Result<Restart> {
    let mut stage = Stage::set(bench, Subject::Senda).await?;
    let mut long = Vec::new();
    for _ in 0..LONG_ROOMS {
        stage.open(1, plan, RECORDS).await?;
        stage.all_at(RECORDS).await?;
        long.push(stage.people.last.clone().context("a room")?);
        stage.clear();
    }
    let mut places = Vec::new();
    for _ in 0..ROOMS / ROOMS_EACH {
        places.extend(stage.people.make_rooms(plan.game, ROOMS_EACH).await?);
    }
    let mut seen = Restart {
        times: TIMES,
        rooms: ROOMS,
        records: RECORDS,
        ..Restart::default()
    };
    let mut address = COMERS;
    for _ in 0..TIMES {
        seen.ready.note(stage.restart().await?);
        seen.first.add(&all_come(&places, address).await?);
        address += ROOMS;
        long_ones(&mut stage, plan, &long, address, &mut seen).await?;
        address += LONG_ROOMS;
    }
    stage.end().await?;
    Ok(seen)
}

/// Opens a socket to each of the rooms, one after the other, and closes it again.
async fn all_come(places: &[RoomAddress], first: u32) -> Result<Latencies> {
    let mut latencies = Latencies::default();
    let mut ticks = interval(PACE);
    let mut comers = JoinSet::new();
    for (place, address) in places.iter().zip(first..) {
        ticks.tick().await;
        let place = place.clone();
        comers.spawn(async move { come(&place, address).await });
        while let Some(came) = comers.try_join_next() {
            latencies.note(came??);
        }
    }
    while let Some(came) = comers.join_next().await {
        latencies.note(came??);
    }
    Ok(latencies)
}

/// Opens a socket to each of the long rooms: first while no game runs, then while others play in a
/// room that is already loaded.
async fn long_ones(
    stage: &mut Stage,
    plan: RoomPlan,
    long: &[RoomAddress],
    first: u32,
    seen: &mut Restart,
) -> Result<()> {
    let mut comers = long.iter().zip(first..);
    for (place, address) in comers.by_ref().take(long.len() / 2) {
        seen.long.note(come(place, address).await?);
    }
    stage.open(1, plan, u32::MAX).await?;
    swing(stage).await?;
    for (place, address) in comers {
        stage.measure(true);
        swing(stage).await?;
        stage.measure(false);
        seen.quiet.add(&stage.take_counts().answers);
        stage.measure(true);
        seen.beside.note(come(place, address).await?);
        stage.measure(false);
        seen.meanwhile.add(&stage.take_counts().answers);
    }
    stage.clear();
    Ok(())
}

/// Lets the players play for a while.
async fn swing(stage: &mut Stage) -> Result<()> {
    stage.until(Instant::now() + SWING, u32::MAX).await
}

/// Opens a socket to the room and closes it again. Returns the time until its first message.
async fn come(place: &RoomAddress, address: u32) -> Result<Duration> {
    let began = Instant::now();
    place.come(address).await?;
    Ok(began.elapsed())
}
