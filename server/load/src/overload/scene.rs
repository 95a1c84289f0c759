//! A server for one comparison, the players on it, and the measurement of one turn.

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
    ledger::Ledger,
    programs::{Process, Recipe, free_address},
    swarm::{Plan, Server, Swarm, Tally},
};

/// The timeout for the players to connect and start.
const GATHER: Duration = Duration::from_mins(1);
/// The timeout for all games to end.
const FINISH: Duration = Duration::from_mins(2);
/// The delay between a change of the load and the next measurement.
const SETTLE: Duration = Duration::from_secs(3);

/// A server for one comparison, and its folder.
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
    /// Returns an error if the program is missing, or if it does not answer.
    pub async fn set(
        measure: &Measure,
        name: &str,
        limits: Vec<String>,
        files: Option<u64>,
    ) -> Result<Self> {
        Self::set_with(measure, name, (limits, files), None).await
    }

    /// Starts a server with these limits, which uses that name server instead of the system's.
    ///
    /// # Errors
    /// Returns an error for the same reasons as [`Scene::set`], or if this process may not give
    /// another one its own `/etc/resolv.conf`.
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

    /// Stops the server, runs `act` on its folder, and starts the server again.
    ///
    /// # Errors
    /// Returns an error for the same reasons as [`Scene::set`], or if `act` does.
    pub async fn meanwhile<T>(&mut self, act: impl Future<Output = Result<T>>) -> Result<T> {
        self.process.kill().await?;
        let done = act.await?;
        self.process = start(&self.recipe).await?;
        Ok(done)
    }

    /// Stops the server and deletes its folder.
    ///
    /// # Errors
    /// Returns an error if the server can't be stopped.
    pub async fn end(mut self) -> Result<()> {
        self.process.kill().await?;
        std::fs::remove_dir_all(&self.folder)?;
        Ok(())
    }

    /// Starts a swarm that only plays.
    ///
    /// # Errors
    /// Returns an error if the people can't connect.
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

/// Writes a script that starts the program in a mount namespace with an `/etc/resolv.conf` of its
/// own. Returns the path of the script.
fn with_name_server(program: &Path, server: IpAddr, folder: &Path) -> Result<PathBuf> {
    let program = program.canonicalize()?;
    let [script, configuration] = ["senda.sh", "resolv.conf"].map(|name| folder.join(name));
    std::fs::write(&configuration, format!("nameserver {server}\n"))?;
    // The script runs itself once more inside the namespace.
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

/// Measures one turn. `crowd` counts the messages to the clients that cause the load.
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

/// Returns whether the load is on, for each turn. The sides alternate in coming first.
pub(super) fn turns(measure: &Measure) -> impl Iterator<Item = bool> {
    (0..measure.turns).flat_map(|number| {
        let first = number % 2 == 1;
        [first, !first]
    })
}

/// Plays all games to their end.
///
/// # Errors
/// Returns an error if the server broke a promise that the swarm checks.
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
