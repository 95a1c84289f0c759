//! A server of a comparison's own, those who play on it, and one turn of measuring.

use std::{
    env,
    fs::Permissions,
    net::IpAddr,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow, ensure};
use tokio::time::sleep;

use super::{figures::Side, options::Measure};
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

/// A server of a comparison's own, and its folder.
pub(super) struct Scene {
    pub server: Server,
    pub recipe: Recipe,
    process: Process,
    folder: PathBuf,
}

impl Scene {
    /// Starts a server with these limits.
    ///
    /// # Errors
    /// There is no program, or it does not answer.
    pub async fn set(
        measure: &Measure,
        name: &str,
        limits: Vec<String>,
        files: Option<u64>,
    ) -> Result<Self> {
        Self::set_with(measure, name, (limits, files), None).await
    }

    /// The same, of which the server asks that name server instead of the system's.
    ///
    /// # Errors
    /// As [`Scene::set`]; or this process may not give another its own `/etc/resolv.conf`.
    pub async fn set_with(
        measure: &Measure,
        name: &str,
        (limits, files): (Vec<String>, Option<u64>),
        name_server: Option<IpAddr>,
    ) -> Result<Self> {
        let beside = || Ok(env::current_exe()?.with_file_name("senda"));
        let program = measure.program.clone().map_or_else(beside, anyhow::Ok)?;
        ensure!(
            program.exists(),
            "there is no {}: build it with `cargo build --release`",
            program.display()
        );
        let folder = env::temp_dir().join(format!("senda-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let program = match name_server {
            Some(server) => with_name_server(&program, server, &folder)?,
            None => program,
        };
        let address = free_address()?;
        let recipe = Recipe {
            program,
            data: folder.join("data"),
            database: None,
            address,
            mutant: None,
            limits,
            files,
        };
        let process = start(&recipe).await?;
        Ok(Self {
            server: Server(address),
            recipe,
            process,
            folder,
        })
    }

    /// Ends the server, does something to its folder, and starts it again.
    ///
    /// # Errors
    /// As [`Scene::set`], or what was to be done.
    pub async fn meanwhile<T>(&mut self, act: impl Future<Output = Result<T>>) -> Result<T> {
        self.process.kill().await?;
        let done = act.await?;
        self.process = start(&self.recipe).await?;
        Ok(done)
    }

    /// Ends the server and takes its folder away.
    ///
    /// # Errors
    /// It can't be ended.
    pub async fn end(mut self) -> Result<()> {
        self.process.kill().await?;
        std::fs::remove_dir_all(&self.folder)?;
        Ok(())
    }

    /// People who play, and nothing else.
    ///
    /// # Errors
    /// Not all of them can come.
    pub async fn play(&self, measure: &Measure, rooms: u32, players: &str) -> Result<Swarm> {
        let plan = Plan {
            url: self.server,
            rooms,
            players: players.parse()?,
            spectators: 0,
            idle: 0,
            seed: measure.seed,
            think_ms: measure.think_ms,
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

/// A script that starts the program with an `/etc/resolv.conf` of its own, in a mount namespace.
fn with_name_server(program: &Path, server: IpAddr, folder: &Path) -> Result<PathBuf> {
    let program = program.canonicalize()?;
    let [script, configuration] = ["senda.sh", "resolv.conf"].map(|name| folder.join(name));
    std::fs::write(&configuration, format!("nameserver {server}\n"))?;
    // It starts itself once more, inside the namespace.
    let text = format!(
        "#!/bin/sh\n\
         if [ -z \"$INSIDE\" ]; then INSIDE=1 exec unshare --map-root-user --mount \"$0\" \"$@\"; fi\n\
         mount --bind '{}' /etc/resolv.conf && exec '{}' \"$@\"\n",
        configuration.display(),
        program.display()
    );
    std::fs::write(&script, text)?;
    std::fs::set_permissions(&script, Permissions::from_mode(0o700))?;
    Ok(script)
}

async fn start(recipe: &Recipe) -> Result<Process> {
    let mut process = recipe.start()?;
    let answer = process.answer().await;
    answer.map_err(|ended| anyhow!("the server does not answer: {ended:?}"))?;
    Ok(process)
}

/// One turn of measuring; `crowd` is what those are told who cause the load.
pub(super) async fn turn(swarm: &Swarm, crowd: Option<&Tally>, time: Duration) -> Side {
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
pub(super) fn turns(measure: &Measure) -> impl Iterator<Item = bool> {
    (0..measure.turns).flat_map(|number| {
        let first = number % 2 == 1;
        [first, !first]
    })
}

/// Plays all games to their end.
///
/// # Errors
/// A promise was not kept.
pub(super) async fn end(swarm: Swarm) -> Result<()> {
    let ledger = swarm.ledger().clone();
    swarm.finish(FINISH).await?;
    let violations = ledger.violations();
    ensure!(
        violations.is_empty(),
        "a promise was not kept: {violations:?}"
    );
    Ok(())
}
