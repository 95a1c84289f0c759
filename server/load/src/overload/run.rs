//! Measures the cost of many spectators and of many newcomers. Each comparison runs on a server of
//! its own.

use anyhow::{Context, Result, ensure};

use super::{
    crowd::{Crowd, Watching},
    figures::{Figures, Part},
    guests::{Doors, Guests},
    options::Overload,
    scene::{end, play, start, turns},
};
use crate::{files, programs::ONE_MACHINE};

/// The number of files that the server and this process may each open in addition to those of
/// sockets.
pub(super) const OTHER_FILES: u64 = 500;

/// Runs all comparisons one after the other.
///
/// # Errors
/// Returns an error if the server can't be started, if the people can't connect, or if the server
/// broke a promise that the swarm checks.
pub async fn run(overload: &Overload) -> Result<Figures> {
    let sockets = overload.spectators.max(overload.silent);
    files::allow(u64::from(sockets) * 2 + OTHER_FILES)?;
    let watched = watched(overload).await?;
    let (hammered, doors) = hammered(overload).await?;
    Ok(Figures {
        watched,
        hammered,
        doors,
    })
}

async fn watched(overload: &Overload) -> Result<Part> {
    let measure = &overload.measure;
    let server = start(measure, "watched", ONE_MACHINE).await?;
    let swarm = play(server.server(), 1, "8", measure.seed, measure.think_ms).await?;
    let crowd = Crowd::gather(server.server(), 0, overload.spectators).await?;
    let standing = swarm.ledger().rooms();
    let room = standing.first().context("a room")?.room.clone();
    let mut part = Part::of(format!("{} watch one room of eight", overload.spectators));
    let mut watching: Option<Watching> = None;
    for is_watched in turns(measure) {
        watching = match watching.take().filter(|_| is_watched) {
            None if is_watched => Some(crowd.watch(&room).await?),
            same => same,
        };
        let tally = &crowd.tally;
        part.turn(&swarm, Some(tally), measure, is_watched).await;
        if is_watched {
            let lost = u64::from(overload.spectators) - tally.open();
            let closes = tally.counted().closes;
            ensure!(
                lost == 0 && closes.is_empty(),
                "{lost} watch no more: {closes:?}"
            );
        }
    }
    drop(watching);
    end(swarm).await?;
    server.end().await?;
    Ok(part)
}

async fn hammered(overload: &Overload) -> Result<(Part, Doors)> {
    let measure = &overload.measure;
    let (rooms, newcomers, silent) = (measure.rooms, overload.newcomers, overload.silent);
    let server = start(measure, "hammered", ONE_MACHINE).await?;
    let swarm = play(server.server(), rooms, "4", measure.seed, measure.think_ms).await?;
    let guests = Guests::newcomers(server.server(), newcomers, silent)?;
    let load = format!("{rooms} rooms, {newcomers} new a second, {silent} silent");
    let mut part = Part::of(load);
    for is_hammered in turns(measure) {
        guests.come(is_hammered);
        part.turn(&swarm, None, measure, is_hammered).await;
    }
    guests.come(false);
    end(swarm).await?;
    let doors = guests.doors();
    drop(guests);
    server.end().await?;
    Ok((part, doors))
}
