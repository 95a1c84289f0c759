//! A server process, or several, started for one measurement, and the rooms played on it.

use std::{
    env, fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail, ensure};
use tokio::{task::JoinSet, time::sleep};

use super::{
    options::{Bench, Subject},
    page::{Page, Protocol},
    people::{People, RoomPlan},
    relay,
    room::{Counts, Room},
};
use crate::{
    programs::{Cluster, ONE_MACHINE, Process, Recipe, free_address},
    swarm::Server,
    usage::Usage,
};

/// The server options that let people play without pauses. They allow more sockets than the
/// benchmark opens, but no more than a limit of 20,000 files permits.
const NO_PACE: [&str; 6] = [
    "--sockets",
    "9500",
    "--messages-per-second",
    "1000000",
    "--commands-per-hour",
    "1000000000",
];
/// The interval at which awaited conditions are polled.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// The timeout of an awaited condition.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server with the rooms of a measurement.
pub(super) struct Stage {
    subject: Subject,
    server: Server,
    people: People,
    host: Host,
    is_measured: Arc<AtomicBool>,
    rooms: Vec<Arc<Room>>,
    /// The number of rooms that were opened, including those that were left again.
    opened: u32,
    pages: JoinSet<Result<()>>,
}

/// The processes that run the server.
enum Host {
    /// A single process with a folder of its own.
    One {
        process: Process,
        recipe: Box<Recipe>,
        folder: PathBuf,
    },
    Many(Cluster),
}

impl Stage {
    /// Starts the server or the relay, with no people on it.
    ///
    /// # Errors
    /// Returns an error if the program is missing, or if it does not answer.
    pub async fn set(bench: &Bench, subject: Subject) -> Result<Self> {
        let program = program(bench, subject)?;
        let own = ONE_MACHINE.iter().chain(&NO_PACE);
        let own: Vec<String> = own.map(|&option| option.to_owned()).collect();
        let count = match subject {
            Subject::Senda | Subject::Relay => return Self::alone(subject, program, own).await,
            Subject::Postgres => 1,
            Subject::Apart | Subject::Forwarded => 3,
        };
        let cluster = Cluster::start(&program, count, &own).await?;
        let servers = cluster.servers.clone();
        let forwarded = subject == Subject::Forwarded;
        let people = People::of(servers.clone(), forwarded);
        Ok(Self::of(subject, servers[0], people, Host::Many(cluster)))
    }

    /// Starts a single process with a folder of its own.
    async fn alone(subject: Subject, program: PathBuf, own: Vec<String>) -> Result<Self> {
        let folder = env::temp_dir().join(format!("senda-bench-{}", std::process::id()));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let address = free_address()?;
        let limits = match subject {
            Subject::Relay => Vec::new(),
            _ => own,
        };
        let recipe = Recipe {
            program,
            data: folder.join("data"),
            database: None,
            address,
            mutant: None,
            limits,
            files: None,
        };
        let mut process = recipe.start()?;
        let answer = process.answer().await;
        answer.map_err(|ended| anyhow!("{} does not answer: {ended:?}", subject.name()))?;
        let server = Server(address);
        let host = Host::One {
            process,
            recipe: Box::new(recipe),
            folder,
        };
        Ok(Self::of(subject, server, People::at(server), host))
    }

    fn of(subject: Subject, server: Server, people: People, host: Host) -> Self {
        Self {
            subject,
            server,
            people,
            host,
            is_measured: Arc::default(),
            rooms: Vec::new(),
            opened: 0,
            pages: JoinSet::new(),
        }
    }

    /// Returns the address of the first server.
    pub fn server(&self) -> Server {
        self.server
    }

    /// Returns the people who create rooms on the server.
    pub fn people(&mut self) -> &mut People {
        &mut self.people
    }

    /// Kills the server and restarts it with the data that it has stored. Returns the time until it
    /// is ready.
    ///
    /// # Errors
    /// Returns an error if the server can't be killed or started, or does not answer.
    pub async fn restart(&mut self) -> Result<Duration> {
        self.clear();
        self.people.meet_again();
        let Host::One {
            process, recipe, ..
        } = &mut self.host
        else {
            bail!("several processes");
        };
        process.kill().await?;
        *process = recipe.start()?;
        let answer = process.answer().await;
        answer.map_err(|ended| anyhow!("it does not answer again: {ended:?}"))
    }

    /// Returns the resources that the server process has used.
    ///
    /// # Errors
    /// Returns an error if there are several processes, or if it does not run.
    pub fn usage(&self) -> Result<Usage> {
        let Host::One { process, .. } = &self.host else {
            bail!("several processes");
        };
        let pid = process.id().context("a process that runs")?;
        Ok(Usage::of(pid)?)
    }

    /// Returns the processor time of all servers, and of their database where that is a process.
    ///
    /// # Errors
    /// Returns an error if one of them does not run.
    pub fn used(&self) -> Result<[Duration; 2]> {
        Ok(match &self.host {
            Host::One { .. } => [self.usage()?.cpu, Duration::ZERO],
            Host::Many(cluster) => [cluster.used()?.iter().sum(), cluster.used_by_database()?],
        })
    }

    /// Opens that number of rooms. Their players decide nothing from version `last` on.
    ///
    /// # Errors
    /// Returns an error if one of the rooms can't be opened.
    pub async fn open(&mut self, rooms: u32, plan: RoomPlan, last: u32) -> Result<()> {
        for _ in 0..rooms {
            let room = Arc::new(Room::new(self.is_measured.clone(), last));
            self.rooms.push(room.clone());
            self.opened += 1;
            match self.subject {
                Subject::Senda | Subject::Postgres | Subject::Apart | Subject::Forwarded => {
                    let pages = self.people.sit_down(plan, &room).await?;
                    self.play(pages);
                }
                Subject::Relay => {
                    let pages =
                        relay::sit_down(self.server, self.opened, plan.players, &room).await?;
                    self.play(pages);
                }
            }
        }
        Ok(())
    }

    fn play<P: Protocol>(&mut self, pages: Vec<Page<P>>) {
        for page in pages {
            self.pages.spawn(page.play());
        }
    }

    /// Closes the sockets of all people, and discards the counters of the rooms.
    pub fn clear(&mut self) {
        self.pages.abort_all();
        self.pages = JoinSet::new();
        self.rooms.clear();
    }

    /// Waits until every room has reached that version.
    ///
    /// # Errors
    /// Returns an error if the rooms make no progress, or if a person can't play.
    pub async fn all_at(&mut self, version: u32) -> Result<()> {
        let mut moved = (0, Instant::now());
        while self.rooms.iter().any(|room| room.version() < version) {
            let sum: u32 = self.rooms.iter().map(|room| room.version()).sum();
            if sum != moved.0 {
                moved = (sum, Instant::now());
            }
            ensure!(moved.1.elapsed() < PATIENCE, "a room stands still");
            self.pause().await?;
        }
        Ok(())
    }

    /// Waits until that moment, or until a room has reached that version.
    ///
    /// # Errors
    /// Returns an error if a person can't play.
    pub async fn until(&mut self, end: Instant, version: u32) -> Result<()> {
        let is_long = |room: &Arc<Room>| room.version() >= version;
        while Instant::now() < end && !self.rooms.iter().any(is_long) {
            self.pause().await?;
        }
        Ok(())
    }

    async fn pause(&mut self) -> Result<()> {
        tokio::select! {
            () = sleep(LOOK_EVERY) => Ok(()),
            Some(ended) = self.pages.join_next() => ended?.context("somebody can't play"),
        }
    }

    /// Starts or stops the counters of all rooms.
    pub fn measure(&self, is_measured: bool) {
        self.is_measured.store(is_measured, Ordering::Relaxed);
    }

    /// Returns the counters of all rooms together, and resets them.
    pub fn take_counts(&self) -> Counts {
        let mut all = Counts::default();
        for room in &self.rooms {
            all.add(&room.take_counts());
        }
        all
    }

    /// Stops the server, and deletes its folder.
    ///
    /// # Errors
    /// Returns an error if the server can't be stopped.
    pub async fn end(mut self) -> Result<()> {
        self.clear();
        match self.host {
            Host::One {
                mut process,
                folder,
                ..
            } => {
                process.kill().await?;
                fs::remove_dir_all(&folder)?;
                Ok(())
            }
            Host::Many(cluster) => cluster.end().await,
        }
    }
}

fn program(bench: &Bench, subject: Subject) -> Result<PathBuf> {
    let own = env::current_exe()?;
    let (given, usual) = match subject {
        Subject::Relay => (&bench.relay, own.with_file_name("examples/relay")),
        _ => (&bench.program, own.with_file_name("senda")),
    };
    let program = given.clone().unwrap_or(usual);
    let name = program.display();
    ensure!(
        program.exists(),
        "there is no {name}: `cargo xtask bench` builds it"
    );
    Ok(program)
}
