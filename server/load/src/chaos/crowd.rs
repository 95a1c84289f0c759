//! The people of a run.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;

use super::options::Chaos;
use crate::swarm::{Plan, Server};

/// For every game to end once nothing is wrong any more.
pub(super) const FINISH_TIME: Duration = Duration::from_mins(4);
/// Who plays in a room.
const PLAYERS: &str = "2..4";
/// Games in a room, after which its people open another one: as on an evening.
const GAMES: u64 = 4;
/// Milliseconds that people think, and more for each room: two processors serve some hundred moves a
/// second beside the swarm itself.
const THINK_MS: (u64, u64) = (60, 6);

/// Who plays in a run, and how.
pub(super) fn crowd(chaos: &Chaos, server: SocketAddr) -> Result<Plan> {
    let ((least, each), think_ms) = (THINK_MS, chaos.think_ms);
    Ok(Plan {
        url: Server(server),
        rooms: chaos.rooms,
        players: PLAYERS.parse()?,
        // By several servers, most who watch do so by one that follows their room.
        spectators: if chaos.nodes > 1 { 2 } else { 1 },
        idle: 0,
        seed: chaos.seed,
        think_ms: think_ms.unwrap_or(least + each * u64::from(chaos.rooms)),
        games: Some(GAMES),
        restless: chaos.only.is_none(),
        every_game: true,
    })
}
