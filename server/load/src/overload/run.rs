//! The comparisons, each on a server of its own.

use std::{
    env,
    path::PathBuf,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, ensure};
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::time::sleep;

use super::{
    Figures, Overload, Part, Side,
    crowd::{Crowd, Watching},
    newcomers::Newcomers,
};
use crate::{
    chaos::{Process, Recipe, free_address},
    ledger::Ledger,
    swarm::{Plan, Server, Swarm, Tally},
};

/// For the players to come and begin.
const GATHER: Duration = Duration::from_mins(1);
/// For all games to come to their end.
const FINISH: Duration = Duration::from_mins(2);
/// After a change before anything is measured.
const SETTLE: Duration = Duration::from_secs(3);
/// Files that the server and this process may each have to open, beside those for sockets.
const OTHER_FILES: u64 = 500;

/// Measures all of it.
///
/// # Errors
/// The server can't be started, not everybody can come, or a promise of the swarm's was not kept.
pub async fn run(overload: &Overload) -> Result<Figures> {
    allow_files(overload)?;
    let watched = watched(overload).await?;
    let (hammered, doors) = hammered(overload).await?;
    Ok(Figures {
        watched,
        hammered,
        doors,
    })
}

/// The system lets a process have so many connections.
fn allow_files(overload: &Overload) -> Result<()> {
    let Overload {
        spectators, silent, ..
    } = overload;
    let needed = u64::from(*spectators.max(silent)) * 2 + OTHER_FILES;
    let mut limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(u64::MAX);
    ensure!(
        most >= needed,
        "{needed} open files are needed and {most} are allowed: raise the hard limit (ulimit -Hn)"
    );
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).context("the limit of open files can't be raised")
}

/// A server of a comparison's own, and its folder.
struct Scene {
    server: Server,
    process: Process,
    folder: PathBuf,
}

impl Scene {
    async fn set(overload: &Overload, name: &str) -> Result<Self> {
        let beside = || Ok(env::current_exe()?.with_file_name("senda"));
        let program = overload.program.clone().map_or_else(beside, anyhow::Ok)?;
        ensure!(
            program.exists(),
            "there is no {}: build it with `cargo build --release`",
            program.display()
        );
        let folder = env::temp_dir().join(format!("senda-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let address = free_address()?;
        let recipe = Recipe {
            program,
            data: folder.join("data"),
            address,
            mutant: None,
        };
        let mut process = recipe.start()?;
        let answer = process.answer().await;
        answer.map_err(|ended| anyhow!("the server does not answer: {ended:?}"))?;
        Ok(Self {
            server: Server(address),
            process,
            folder,
        })
    }

    async fn end(mut self) -> Result<()> {
        self.process.kill().await?;
        std::fs::remove_dir_all(&self.folder)?;
        Ok(())
    }

    /// People who play, and nothing else.
    async fn play(&self, overload: &Overload, rooms: u32, players: &str) -> Result<Swarm> {
        let plan = Plan {
            url: self.server,
            rooms,
            players: players.parse()?,
            spectators: 0,
            idle: 0,
            seed: overload.seed,
            think_ms: overload.think_ms,
            games: None,
            restless: false,
            every_game: false,
        };
        let ledger = Ledger::new(plan.seed);
        let mut swarm = Swarm::gather(&plan, &ledger);
        swarm.all_play(GATHER).await?;
        Ok(swarm)
    }
}

/// One turn of measuring; `crowd` is what those are told who cause the load.
async fn turn(swarm: &Swarm, crowd: Option<&Tally>, time: Duration) -> Side {
    sleep(SETTLE).await;
    let tally = swarm.tally();
    tally.forget_times();
    let moves = swarm.ledger().totals().moves;
    let bytes = crowd.map_or(0, Tally::bytes);
    let began = Instant::now();
    sleep(time).await;
    let counted = tally.counted();
    Side {
        moves: swarm.ledger().totals().moves - moves,
        time: began.elapsed(),
        acks: counted.acks,
        spreads: counted.spreads,
        bytes: crowd.map_or(0, Tally::bytes) - bytes,
    }
}

/// Whether the load comes in each turn: neither side is always the first.
fn turns(overload: &Overload) -> impl Iterator<Item = bool> {
    (0..overload.turns).flat_map(|number| {
        let first = number % 2 == 1;
        [first, !first]
    })
}

async fn end(swarm: Swarm) -> Result<()> {
    let ledger = swarm.ledger().clone();
    swarm.finish(FINISH).await?;
    let violations = ledger.violations();
    ensure!(
        violations.is_empty(),
        "a promise was not kept: {violations:?}"
    );
    Ok(())
}

async fn watched(overload: &Overload) -> Result<Part> {
    let scene = Scene::set(overload, "watched").await?;
    let swarm = scene.play(overload, 1, "8").await?;
    let crowd = Crowd::gather(scene.server, overload.spectators).await?;
    let standing = swarm.ledger().rooms();
    let room = standing.first().context("a room")?.room.clone();
    let (mut quiet, mut loaded) = (Side::default(), Side::default());
    let time = Duration::from_secs(overload.seconds);
    let mut watching: Option<Watching> = None;
    for is_watched in turns(overload) {
        watching = match watching.take().filter(|_| is_watched) {
            None if is_watched => Some(crowd.watch(&room).await?),
            same => same,
        };
        let side = turn(&swarm, Some(crowd.tally()), time).await;
        eprintln!("watched: {is_watched}, {} moves", side.moves);
        if is_watched {
            let lost = u64::from(overload.spectators) - crowd.tally().open();
            ensure!(
                lost == 0,
                "{lost} watch no more: {:?}",
                crowd.tally().counted().closes
            );
            loaded.add(side);
        } else {
            quiet.add(side);
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

async fn hammered(overload: &Overload) -> Result<(Part, super::Doors)> {
    let scene = Scene::set(overload, "hammered").await?;
    let swarm = scene.play(overload, overload.rooms, "4").await?;
    let newcomers = Newcomers::gather(scene.server, overload.newcomers, overload.silent)?;
    let (mut quiet, mut loaded) = (Side::default(), Side::default());
    let time = Duration::from_secs(overload.seconds);
    for is_hammered in turns(overload) {
        newcomers.come(is_hammered);
        let side = turn(&swarm, None, time).await;
        eprintln!("hammered: {is_hammered}, {} moves", side.moves);
        if is_hammered {
            loaded.add(side);
        } else {
            quiet.add(side);
        }
    }
    newcomers.come(false);
    end(swarm).await?;
    let doors = newcomers.doors();
    drop(newcomers);
    scene.end().await?;
    let Overload {
        rooms,
        newcomers,
        silent,
        ..
    } = overload;
    let part = Part {
        load: format!("{rooms} rooms, {newcomers} new a second, {silent} silent"),
        quiet,
        loaded,
    };
    Ok((part, doors))
}
