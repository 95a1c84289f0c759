//! The people who play during a run with faults.

use std::{net::SocketAddr, time::Duration};

use anyhow::Result;

use super::options::Chaos;
use crate::swarm::{Plan, Server};

/// The timeout for all games to end after the last fault.
pub(super) const FINISH_TIME: Duration = Duration::from_mins(4);
/// The number of players in a room.
const PLAYERS: &str = "2..4";
/// The number of games in a room, after which its people open another one, as real people do.
const GAMES: u64 = 4;
/// The average thinking time in milliseconds, and the addition to it for each room. With them, two
/// processors can serve the hundred or so moves a second and the swarm itself.
const THINK_MS: (u64, u64) = (60, 6);

/// Returns the plan of the swarm for a run.
pub(super) fn crowd(chaos: &Chaos, server: SocketAddr) -> Result<Plan> {
    let ((least, each), think_ms) = (THINK_MS, chaos.think_ms);
    Ok(Plan {
        url: Server(server),
        rooms: chaos.rooms,
        players: PLAYERS.parse()?,
        // With several servers, most spectators watch through a server that keeps a replica of
        // their room.
        spectators: if chaos.nodes > 1 { 2 } else { 1 },
        idle: 0,
        seed: chaos.seed,
        think_ms: think_ms.unwrap_or(least + each * u64::from(chaos.rooms)),
        games: Some(GAMES),
        restless: chaos.only.is_none(),
        every_game: true,
    })
}
