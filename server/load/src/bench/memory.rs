//! What a socket and a room hold in memory.

use std::time::Duration;

use anyhow::Result;
use senda_rules::GameKind;
use tokio::time::sleep;

use super::{
    figures::Memory,
    options::{Bench, Subject},
    page::Opened,
    senda::{Plan, Reader},
    stage::Stage,
};
use crate::swarm::Browser;

/// Sockets that are only open.
const SOCKETS: u32 = 9_000;
/// Sockets from one address: as many as may be opened in a burst.
const SOCKETS_EACH: u32 = 400;
/// Rooms of each kind: so many that what the allocator keeps for the next ones weighs little.
const ROOMS: u32 = 600;
/// Rooms before those, so that what the process needs once, as caches, is there already.
const ROOMS_BEFORE: u32 = 100;
/// Between two rooms, so that the server takes all of their people in.
const PACE: Duration = Duration::from_millis(80);
/// For what was needed to come in to be let go again. The allocator gives memory back after a second.
const SETTLE: Duration = Duration::from_secs(2);

/// Measures it: each on a server of its own.
///
/// # Errors
/// The server does not run, or does not let all of them in.
pub(super) async fn memory(bench: &Bench, subject: Subject, plan: Plan) -> Result<Memory> {
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

/// Bytes that the process holds.
async fn held(stage: &Stage) -> Result<f64> {
    sleep(SETTLE).await;
    #[allow(clippy::cast_precision_loss)] // far fewer than that
    Ok(stage.usage()?.memory as f64)
}

async fn idle_socket(bench: &Bench, subject: Subject, plan: Plan) -> Result<f64> {
    let mut stage = Stage::set(bench, subject).await?;
    let before = held(&stage).await?;
    let mut sockets = Vec::new();
    match subject {
        // In the lobby, as one person at several addresses.
        Subject::Senda | Subject::Postgres | Subject::Apart | Subject::Forwarded => {
            let mut somebody = Browser::new(stage.server().0, 0);
            somebody.arrive("Idle").await?;
            for number in 0..SOCKETS {
                let mut browser = Browser::new(stage.server().0, 1 + number / SOCKETS_EACH);
                browser.cookie.clone_from(&somebody.cookie);
                let mut socket = Opened::at::<Reader>(&browser, "/api/lobby/socket").await?;
                socket.hear().await?;
                sockets.push(socket);
            }
        }
        // In rooms in which nobody does anything.
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

/// A room and the socket of its host.
async fn new_room(bench: &Bench, game: GameKind) -> Result<f64> {
    let mut stage = Stage::set(bench, Subject::Senda).await?;
    let mut sockets = new_rooms(&mut stage, game, ROOMS_BEFORE).await?;
    let before = held(&stage).await?;
    sockets.extend(new_rooms(&mut stage, game, ROOMS).await?);
    let each = (held(&stage).await? - before) / f64::from(ROOMS);
    stage.end().await?;
    Ok(each)
}

/// The sockets of the hosts of so many new rooms.
async fn new_rooms(stage: &mut Stage, game: GameKind, rooms: u32) -> Result<Vec<Opened>> {
    let mut sockets = Vec::new();
    for _ in 0..rooms {
        let mut socket = stage.people().new_room(game).await?;
        socket.hear().await?;
        sockets.push(socket);
    }
    Ok(sockets)
}

/// A room in the middle of a game, and its sockets.
async fn played_room(bench: &Bench, plan: Plan) -> Result<f64> {
    let mut stage = Stage::set(bench, Subject::Senda).await?;
    // All have sat down, are ready and have started; then each decides three times.
    let middle = 5 * u32::from(plan.players);
    open(&mut stage, ROOMS_BEFORE, plan, middle).await?;
    let before = held(&stage).await?;
    open(&mut stage, ROOMS, plan, middle).await?;
    let each = (held(&stage).await? - before) / f64::from(ROOMS);
    stage.end().await?;
    Ok(each)
}

/// Opens rooms, in which all play until that version.
async fn open(stage: &mut Stage, rooms: u32, plan: Plan, last: u32) -> Result<()> {
    for _ in 0..rooms {
        stage.open(1, plan, last).await?;
        sleep(PACE).await;
    }
    stage.all_at(last).await
}
