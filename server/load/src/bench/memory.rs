//! Measures the memory that the server uses for a socket and for a room.

use std::time::Duration;

use anyhow::Result;
use senda_client::Socket;
use senda_rules::GameKind;
use tokio::time::sleep;

use super::{
    figures::Memory,
    options::{Bench, Subject},
    people::RoomPlan,
    stage::Stage,
};
use crate::{latency::float, swarm::client};

/// The number of sockets that are only open.
const SOCKETS: u32 = 9_000;
/// The number of sockets from one address: as many as one address may open in a burst.
const SOCKETS_EACH: u32 = 400;
/// The number of rooms of each kind. With so many, the memory that the allocator holds in reserve
/// weighs little.
const ROOMS: u32 = 600;
/// The number of rooms that are opened before the measurement, so that memory that the process
/// needs only once, such as caches, is already allocated.
const ROOMS_BEFORE: u32 = 100;
/// The delay between two rooms, so that the server admits all of their people.
const PACE: Duration = Duration::from_millis(80);
/// The delay after which the server has freed the memory that it needed to admit the people. The
/// allocator returns memory to the system after one second.
const SETTLE: Duration = Duration::from_secs(2);

/// Measures the memory of a socket and of a room, each on a server of its own.
///
/// # Errors
/// Returns an error if the server does not run, or does not admit all of the people.
pub(super) async fn memory(bench: &Bench, subject: Subject, plan: RoomPlan) -> Result<Memory> {
    let socket = idle_socket(bench, subject, plan).await?;
    if subject == Subject::Relay {
        let memory = Memory {
            socket,
            ..Memory::default()
        };
        return Ok(memory);
    }
    let new_room = new_room(bench, plan.game).await? - socket;
    let all = played_room(bench, plan).await?;
    let sockets = f64::from(plan.players);
    Ok(Memory {
        socket,
        new_room: Some(new_room),
        played_room: Some(all - sockets * socket),
        played_socket: Some(all / sockets),
    })
}

/// Returns the memory of the server process in bytes.
async fn held(stage: &Stage) -> Result<f64> {
    sleep(SETTLE).await;
    Ok(float(stage.usage()?.memory))
}

async fn idle_socket(bench: &Bench, subject: Subject, plan: RoomPlan) -> Result<f64> {
    let mut stage = Stage::set(bench, subject).await?;
    let before = held(&stage).await?;
    let mut sockets = Vec::new();
    match subject {
        // The sockets are in the lobby, as one person at several addresses.
        Subject::Senda | Subject::Postgres | Subject::Apart | Subject::Forwarded => {
            let mut somebody = client(stage.server().0, 0);
            somebody.arrive("Idle").await?;
            for number in 0..SOCKETS {
                let mut client = client(stage.server().0, 1 + number / SOCKETS_EACH);
                client.cookie.clone_from(&somebody.cookie);
                let mut socket = client.socket("/api/lobby/socket").await?;
                socket.receive().await?;
                sockets.push(socket);
            }
        }
        // The sockets are in rooms where no player does anything.
        Subject::Relay => {
            let rooms = SOCKETS / u32::from(plan.players);
            stage.open(rooms, plan, 0).await?;
        }
    }
    let each = (held(&stage).await? - before) / f64::from(SOCKETS);
    drop(sockets);
    stage.end().await?;
    Ok(each)
}

/// Returns the memory of a room and the socket of its host.
async fn new_room(bench: &Bench, game: GameKind) -> Result<f64> {
    let mut stage = Stage::set(bench, Subject::Senda).await?;
    let mut sockets = new_rooms(&mut stage, game, ROOMS_BEFORE).await?;
    let before = held(&stage).await?;
    sockets.extend(new_rooms(&mut stage, game, ROOMS).await?);
    let each = (held(&stage).await? - before) / f64::from(ROOMS);
    stage.end().await?;
    Ok(each)
}

/// Opens that number of rooms, and returns the sockets of their hosts.
async fn new_rooms(stage: &mut Stage, game: GameKind, rooms: u32) -> Result<Vec<Socket>> {
    let mut sockets = Vec::new();
    for _ in 0..rooms {
        let mut socket = stage.people.new_room(game).await?;
        socket.receive().await?;
        sockets.push(socket);
    }
    Ok(sockets)
}

/// Returns the memory of a room in the middle of a game, including its sockets.
async fn played_room(bench: &Bench, plan: RoomPlan) -> Result<f64> {
    let mut stage = Stage::set(bench, Subject::Senda).await?;
    // Sitting down, getting ready and starting take about two versions for each player. After that,
    // each player decides three times.
    let middle = 5 * u32::from(plan.players);
    open(&mut stage, ROOMS_BEFORE, plan, middle).await?;
    let before = held(&stage).await?;
    open(&mut stage, ROOMS, plan, middle).await?;
    let each = (held(&stage).await? - before) / f64::from(ROOMS);
    stage.end().await?;
    Ok(each)
}

/// Opens rooms, and lets their players play until that version.
async fn open(stage: &mut Stage, rooms: u32, plan: RoomPlan, last: u32) -> Result<()> {
    for _ in 0..rooms {
        stage.open(1, plan, last).await?;
        sleep(PACE).await;
    }
    stage.all_at(last).await
}
