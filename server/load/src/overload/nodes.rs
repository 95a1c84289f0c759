//! Measures the cost of many spectators who watch one room through several servers: for the room's
//! players, for the room's own server, and for the other servers.

use std::{
    fmt,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use clap::Args;
use futures_util::future::try_join_all;

use super::{
    crowd::Crowd,
    figures::Side,
    run::OTHER_FILES,
    scene::{end, play, turn},
};
use crate::{
    files,
    latency::float,
    programs::{Cluster, ONE_MACHINE},
    swarm::Swarm,
};

/// The number of servers in the cluster.
const NODES: usize = 3;
/// A threshold that no number of spectators reaches, so that no server keeps a replica.
const NEVER_FOLLOWED: &str = " --follow-from 1000000000";

/// The sizes of the crowds.
#[derive(Clone, Debug, Args)]
pub struct Crowds {
    /// Sockets that watch one room of eight players through three servers; fewer if this process
    /// may open fewer files.
    #[arg(long, default_value_t = 20_000)]
    pub spectators: u32,
    /// Sockets that watch it through the two servers that don't own it, once with replicas and once
    /// without.
    #[arg(long, default_value_t = 4_000)]
    pub compared: u32,
    /// Average milliseconds that players think before a decision.
    #[arg(long, default_value_t = 150)]
    pub think_ms: u64,
    /// Seconds of each measurement, before the spectators connect and with all of them.
    #[arg(long, default_value_t = 15)]
    pub watched_seconds: u64,
}

/// The results of one crowd.
#[derive(Clone, Debug)]
pub struct Watched {
    spectators: u32,
    /// Whether the servers that don't own the room keep a replica of it.
    followed: bool,
    /// Whether some spectators watch through the server that owns the room.
    beside: bool,
    quiet: Measured,
    loaded: Measured,
}

/// One measurement.
#[derive(Clone, Debug)]
struct Measured {
    side: Side,
    /// The number of processors that each server used, on average.
    cores: Vec<f64>,
    /// The megabytes per second that were sent to the spectators.
    megabytes: f64,
}

/// Measures all crowds, one after the other.
///
/// # Errors
/// Returns an error if a server can't be started, if the people can't connect, or if the server
/// broke a promise that the swarm checks.
pub async fn crowds(crowds: &Crowds, program: Option<&Path>) -> Result<Vec<Watched>> {
    let most = files::allow_all()?.saturating_sub(OTHER_FILES);
    let spectators = crowds
        .spectators
        .min(u32::try_from(most).unwrap_or(u32::MAX));
    let mut all = Vec::new();
    for (count, followed, beside) in [
        (crowds.compared, false, false),
        (crowds.compared, true, false),
        (spectators, true, true),
    ] {
        if count == 0 {
            continue;
        }
        let mut options = format!("{ONE_MACHINE} --sockets 20000");
        if !followed {
            options += NEVER_FOLLOWED;
        }
        let cluster = Cluster::start(program, NODES, &options).await?;
        let watched = watched(crowds, &cluster, count, (followed, beside)).await?;
        eprintln!("{watched}");
        cluster.end().await?;
        all.push(watched);
    }
    Ok(all)
}

async fn watched(
    crowds: &Crowds,
    cluster: &Cluster,
    spectators: u32,
    (followed, beside): (bool, bool),
) -> Result<Watched> {
    let host = cluster.servers[0].server();
    let swarm = play(host, 1, "8", 1, crowds.think_ms).await?;
    let standing = swarm.ledger().rooms();
    let room = standing.first().context("a room")?.room.clone();
    let time = Duration::from_secs(crowds.watched_seconds);
    let quiet = measure(&swarm, cluster, &[], time).await?;
    let servers = &cluster.servers[usize::from(!beside)..];
    let count = u32::try_from(servers.len())?;
    let each = spectators / count;
    let coming = (0..).zip(servers);
    let coming = coming.map(|(number, to)| Crowd::gather(to.server(), number * each, each));
    let gathered = try_join_all(coming).await?;
    let came = Instant::now();
    let watching = gathered.iter().map(|crowd| crowd.watch(&room));
    let _watching = try_join_all(watching).await?;
    eprintln!("{} came in {:?}", each * count, came.elapsed());
    let loaded = measure(&swarm, cluster, &gathered, time).await?;
    for crowd in &gathered {
        let lost = u64::from(each).saturating_sub(crowd.tally.open());
        let closes = crowd.tally.counted().closes;
        // Spectators who connected together with many others may have been asked to reconnect.
        eprintln!("by one server: {lost} are away just now, sent away: {closes:?}");
    }
    end(swarm).await?;
    Ok(Watched {
        spectators: each * count,
        followed,
        beside,
        quiet,
        loaded,
    })
}

async fn measure(
    swarm: &Swarm,
    cluster: &Cluster,
    gathered: &[Crowd],
    time: Duration,
) -> Result<Measured> {
    let before = cluster.used()?;
    let began = Instant::now();
    let bytes = || gathered.iter().map(|crowd| crowd.tally.bytes()).sum();
    let at_first: u64 = bytes();
    let side = turn(swarm, None, time).await;
    // The rates are of the whole time, since `turn` lets a change settle before it counts moves.
    let seconds = began.elapsed().as_secs_f64();
    let used = cluster.used()?.into_iter().zip(before);
    let cores = used.map(|(now, before)| now.saturating_sub(before).as_secs_f64() / seconds);
    Ok(Measured {
        side,
        cores: cores.collect(),
        megabytes: float(bytes() - at_first) / 1e6 / seconds,
    })
}

impl Measured {
    fn ms(&self, part: f64) -> f64 {
        float(self.side.acks.within(part)) / 1e3
    }

    fn cores(&self) -> String {
        let cores = self.cores.iter().map(|cores| format!("{cores:.2}"));
        cores.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.beside {
            "three servers"
        } else {
            "the two that don't have it"
        };
        let how = if self.followed {
            "followed"
        } else {
            "each forwarded"
        };
        let (quiet, loaded) = (&self.quiet, &self.loaded);
        write!(
            f,
            "| {} | {by}, {how} | {:.1} | {:.1} and {:.1} ms | {:.1} and {:.1} ms | {} | {} | {:.1} |",
            self.spectators,
            float(loaded.side.moves) / loaded.side.time.as_secs_f64(),
            quiet.ms(0.5),
            quiet.ms(0.99),
            loaded.ms(0.5),
            loaded.ms(0.99),
            quiet.cores(),
            loaded.cores(),
            loaded.megabytes,
        )
    }
}

impl Watched {
    /// The heading of the table.
    pub const HEADING: &'static str = "| watch a room of eight | by | moves a second | answer before they came, p50 and p99 | \
         with them | cores of its server and the others, before | with them | MB a second to them |\n|---|---|---|---|---|---|---|---|";
}
