//! Measures the cost of many spectators and of many newcomers. Each comparison runs on a server of
//! its own.

use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::{
    crowd::{Crowd, Watching},
    figures::{Figures, Part, Side},
    guests::{Doors, Guests},
    options::Overload,
    scene::{Scene, end, turn, turns},
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
    let Overload {
        spectators, silent, ..
    } = overload;
    files::allow(u64::from(*spectators.max(silent)) * 2 + OTHER_FILES)?;
    let watched = watched(overload).await?;
    let (hammered, doors) = hammered(overload).await?;
    Ok(Figures {
        watched,
        hammered,
        doors,
    })
}

pub(super) fn one_machine() -> Vec<String> {
    ONE_MACHINE.map(str::to_owned).to_vec()
}

async fn watched(overload: &Overload) -> Result<Part> {
    let measure = &overload.measure;
    let scene = Scene::set(measure, "watched", one_machine(), None).await?;
    let swarm = scene.play(measure, 1, "8").await?;
    let crowd = Crowd::gather(scene.server, 0, overload.spectators).await?;
    let standing = swarm.ledger().rooms();
    let room = standing.first().context("a room")?.room.clone();
    let (mut quiet, mut loaded) = (Side::default(), Side::default());
    let time = Duration::from_secs(measure.seconds);
    let mut watching: Option<Watching> = None;
    for is_watched in turns(measure) {
        watching = match watching.take().filter(|_| is_watched) {
            None if is_watched => Some(crowd.watch(&room).await?),
            same => same,
        };
        let side = turn(&swarm, Some(&crowd.tally), time).await;
        eprintln!("watched: {is_watched}, {} moves", side.moves);
        if is_watched {
            let lost = u64::from(overload.spectators) - crowd.tally.open();
            let closes = crowd.tally.counted().closes;
            ensure!(
                lost == 0 && closes.is_empty(),
                "{lost} watch no more: {closes:?}"
            );
            loaded.add(&side);
        } else {
            quiet.add(&side);
        }
    }
    drop(watching);
    end(swarm).await?;
    scene.end().await?;
    Ok(Part {
        load: format!("{} watch one room of eight", overload.spectators),
        quiet,
        loaded,
    })
}

async fn hammered(overload: &Overload) -> Result<(Part, Doors)> {
    let Overload {
        measure,
        newcomers,
        silent,
        ..
    } = overload;
    let scene = Scene::set(measure, "hammered", one_machine(), None).await?;
    let swarm = scene.play(measure, measure.rooms, "4").await?;
    let guests = Guests::newcomers(scene.server, *newcomers, *silent)?;
    let (mut quiet, mut loaded) = (Side::default(), Side::default());
    let time = Duration::from_secs(measure.seconds);
    for is_hammered in turns(measure) {
        guests.come(is_hammered);
        let side = turn(&swarm, None, time).await;
        eprintln!("hammered: {is_hammered}, {} moves", side.moves);
        if is_hammered {
            loaded.add(&side);
        } else {
            quiet.add(&side);
        }
    }
    guests.come(false);
    end(swarm).await?;
    let doors = guests.doors();
    drop(guests);
    scene.end().await?;
    let part = Part {
        load: format!(
            "{} rooms, {newcomers} new a second, {silent} silent",
            measure.rooms
        ),
        quiet,
        loaded,
    };
    Ok((part, doors))
}
