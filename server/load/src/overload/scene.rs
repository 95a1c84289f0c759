//! The server and the players of a comparison, and the measurement of one turn.

use std::{
    fs::{self, Permissions},
    net::IpAddr,
    os::unix::fs::PermissionsExt,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use tokio::time::sleep;

use super::{
    figures::{Part, Side},
    options::Measure,
};
use crate::{
    ledger::Ledger,
    programs::{Recipe, RunningServer},
    swarm::{Plan, Server, Swarm, Tally},
};

/// The timeout for the players to connect and start.
const GATHER: Duration = Duration::from_mins(1);
/// The timeout for all games to end.
const FINISH: Duration = Duration::from_mins(2);
/// The delay between a change of the load and the next measurement.
const SETTLE: Duration = Duration::from_secs(3);

/// Starts a server with these limits.
///
/// # Errors
/// Returns an error if the program is missing, or if it does not answer.
pub(super) async fn start(measure: &Measure, name: &str, limits: &str) -> Result<RunningServer> {
    RunningServer::start(Recipe::new(name, measure.program.as_deref(), limits)?).await
}

/// Starts a swarm that only plays.
///
/// # Errors
/// Returns an error if the people can't connect.
pub(super) async fn play(
    url: Server,
    rooms: u32,
    players: &str,
    seed: u64,
    think_ms: u64,
) -> Result<Swarm> {
    let plan = Plan {
        url,
        rooms,
        players: players.parse()?,
        spectators: 0,
        idle: 0,
        seed,
        think_ms,
        games: None,
        restless: false,
        every_game: false,
    };
    let mut swarm = Swarm::gather(&plan, &Ledger::new(seed));
    swarm.all_play(GATHER).await?;
    Ok(swarm)
}

/// Makes the server query that name server instead of the system's: a script starts the program in
/// a mount namespace with an `/etc/resolv.conf` of its own.
///
/// # Errors
/// Returns an error if the script can't be written.
pub(super) fn use_name_server(recipe: &mut Recipe, server: IpAddr) -> Result<()> {
    let program = recipe.program.canonicalize()?;
    let [script, configuration] =
        ["senda.sh", "resolv.conf"].map(|name| recipe.folder().join(name));
    fs::write(&configuration, format!("nameserver {server}\n"))?;
    // The script runs itself once more inside the namespace.
    let text = format!(
        "#!/bin/sh\n\
         if [ -z \"$INSIDE\" ]; then INSIDE=1 exec unshare --map-root-user --mount \"$0\" \"$@\"; fi\n\
         mount --bind '{}' /etc/resolv.conf && exec '{}' \"$@\"\n",
        configuration.display(),
        program.display()
    );
    fs::write(&script, text)?;
    fs::set_permissions(&script, Permissions::from_mode(0o700))?;
    recipe.program = script;
    Ok(())
}

impl Part {
    /// Measures one turn with or without the load. `crowd` counts the messages to the clients that
    /// cause the load.
    pub(super) async fn turn(
        &mut self,
        swarm: &Swarm,
        crowd: Option<&Tally>,
        measure: &Measure,
        is_loaded: bool,
    ) {
        let side = turn(swarm, crowd, Duration::from_secs(measure.seconds)).await;
        eprintln!("{}: {is_loaded}, {} moves", self.load, side.moves);
        let sum = if is_loaded {
            &mut self.loaded
        } else {
            &mut self.quiet
        };
        sum.add(&side);
    }
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
