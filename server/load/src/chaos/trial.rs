//! The people, the network and the checks of a run, with one server or with several.

use std::{
    fs,
    net::SocketAddr,
    time::{Duration, Instant},
};

use anyhow::Result;
use rustix::process::Signal;

use super::{figures::Figures, look::Look, options::Chaos};
use crate::{
    ledger::{Ledger, Rule},
    programs::{HANG, Process, Recipe, panics},
    proxy::{NetworkConditions, Proxy},
    swarm::{Plan, Server, Swarm},
};

/// The timeout for all games to end after the last fault.
const FINISH_TIME: Duration = Duration::from_mins(4);
/// The number of players in a room.
const PLAYERS: &str = "2..4";
/// The number of games in a room, after which its people open another one, as real people do.
const GAMES: u64 = 4;
/// The average thinking time in milliseconds, and the addition to it for each room. With them, two
/// processors can serve the hundred or so moves a second and the swarm itself.
const THINK_MS: (u64, u64) = (60, 6);

/// The people, their network, and the checks of a run.
pub(super) struct Trial {
    pub ledger: Ledger,
    pub proxy: Proxy,
    pub look: Look,
    pub figures: Figures,
    pub began: Instant,
    /// The number of violations that have been printed.
    said: usize,
}

impl Trial {
    /// Starts the network in front of these servers.
    pub async fn begin(chaos: &Chaos, servers: &[SocketAddr], look: Look) -> Result<Self> {
        Ok(Self {
            ledger: Ledger::where_messages_repeat(chaos.seed),
            proxy: Proxy::start(servers, chaos.seed).await?,
            look,
            figures: Figures {
                seed: chaos.seed,
                rooms: chaos.rooms,
                ..Figures::default()
            },
            began: Instant::now(),
            said: 0,
        })
    }

    /// Starts the people.
    pub fn gather(&self, chaos: &Chaos) -> Result<Swarm> {
        let ((least, each), think_ms) = (THINK_MS, chaos.think_ms);
        let plan = Plan {
            url: Server(self.proxy.address()),
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
        };
        Ok(Swarm::gather(&plan, &self.ledger))
    }

    /// Records a promise that a process has broken.
    pub fn violated(&self, seen: String) {
        self.ledger
            .violated(Rule::Playable, "", "the process", seen);
    }

    /// Prints new violations at once, since a long run ends late. Returns whether the run stops.
    pub fn say_what_is_wrong(&mut self, chaos: &Chaos, after: &str) -> bool {
        let violations = self.ledger.violations();
        for violation in &violations[self.said..] {
            let seconds = self.began.elapsed().as_secs();
            println!("{seconds} s, {after}: {violation:?}");
        }
        self.said = violations.len();
        chaos.stop_at_first && !violations.is_empty()
    }

    /// Starts a server. Returns `None` if it does not come back, which is a violation.
    pub async fn start(&mut self, recipe: &Recipe, name: &str) -> Result<Option<Process>> {
        let mut process = recipe.start()?;
        match process.answer().await {
            Ok(time) => {
                self.figures.answers.note(time);
                Ok(Some(process))
            }
            Err(status) => {
                self.violated(format!("{name} does not come back: {status:?}"));
                Ok(None)
            }
        }
    }

    /// Stops a server with SIGTERM. It is a violation if it does not exit well.
    pub async fn terminate(&self, process: &mut Process, name: &str) -> Result<()> {
        process.signal(Signal::TERM);
        let seen = match process.live(HANG).await {
            Some(status) if status.success() => return Ok(()),
            Some(status) => format!("asked to stop, {name} ended with {status}"),
            None => {
                process.kill().await?;
                format!("asked to stop, {name} did not stop")
            }
        };
        self.violated(seen);
        Ok(())
    }

    /// Checks the database.
    pub async fn look(&mut self) -> Result<()> {
        self.figures.looks += 1;
        self.look.at(&self.ledger).await
    }

    /// Plays every game to its end on a good network.
    pub async fn play_out(&mut self, swarm: Swarm) -> Result<()> {
        self.proxy.set(NetworkConditions::FAIR);
        let calm = Instant::now();
        swarm.play_out(FINISH_TIME).await?;
        self.figures.finish_s = calm.elapsed().as_secs();
        Ok(())
    }

    /// Checks that everything acknowledged is stored, after the servers were stopped.
    pub async fn settle(&mut self, recipe: &Recipe) -> Result<()> {
        self.look().await?;
        self.look.settle(&self.ledger).await?;
        let log = recipe.folder().join("records.jsonl");
        self.look.keep(&self.ledger, &log).await
    }

    /// Returns the results of the run with these servers. Deletes their folders unless they are to
    /// be kept.
    pub fn end(mut self, chaos: &Chaos, servers: &[&Recipe]) -> Figures {
        for panic in servers.iter().flat_map(|server| panics(&server.log())) {
            self.violated(panic);
        }
        self.figures.seconds = self.began.elapsed().as_secs();
        self.figures.met = self.proxy.met();
        self.figures.tell(&self.ledger);
        for server in servers {
            if chaos.keep || !self.figures.violations.is_empty() {
                println!("kept: {}", server.folder().display());
            } else {
                // A folder that can't be deleted stays in the system's temporary folder.
                let _ = fs::remove_dir_all(server.folder());
            }
        }
        self.figures
    }
}
