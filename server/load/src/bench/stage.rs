//! A server process, or several, started for one measurement, and the rooms played on it.

use std::{
    env,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use tokio::{task::JoinSet, time::sleep};

use super::{
    options::{Bench, Subject},
    page::{Page, Protocol},
    people::{People, RoomPlan},
    relay,
    room::{Counts, Room},
};
use crate::{
    programs::{Cluster, ONE_MACHINE, Recipe, RunningServer},
    swarm::Server,
    usage::Usage,
};

/// The server options that let people play without pauses. They allow more sockets than the
/// benchmark opens, but no more than a limit of 20,000 files permits.
const NO_PACE: &str = "--sockets 9500 --messages-per-second 1000000 --commands-per-hour 1000000000";
/// The interval at which awaited conditions are polled.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// The timeout of an awaited condition.
const PATIENCE: Duration = Duration::from_secs(30);

/// The servers with the rooms of a measurement.
pub(super) struct Stage {
    subject: Subject,
    /// The people who create rooms.
    pub people: People,
    cluster: Cluster,
    is_measured: Arc<AtomicBool>,
    rooms: Vec<Arc<Room>>,
    /// The number of rooms that were opened, including those that were left again.
    opened: u32,
    pages: JoinSet<Result<()>>,
}

impl Stage {
    /// Starts the servers or the relay, with no people on them.
    ///
    /// # Errors
    /// Returns an error if the program is missing, or if it does not answer.
    pub async fn set(bench: &Bench, subject: Subject) -> Result<Self> {
        let options = format!("{ONE_MACHINE} {NO_PACE}");
        let program = bench.program.as_deref();
        let cluster = match subject {
            Subject::Senda => Cluster::alone(Recipe::new("bench", program, options)?).await?,
            Subject::Relay => {
                let beside = env::current_exe()?.with_file_name("examples/relay");
                let relay = bench.relay.as_ref().unwrap_or(&beside);
                Cluster::alone(Recipe::new("bench", Some(relay), "")?).await?
            }
            Subject::Postgres => Cluster::start(program, 1, &options).await?,
            Subject::Apart | Subject::Forwarded => Cluster::start(program, 3, &options).await?,
        };
        let servers = cluster.servers.iter().map(RunningServer::server).collect();
        Ok(Self {
            subject,
            people: People::of(servers, subject == Subject::Forwarded),
            cluster,
            is_measured: Arc::default(),
            rooms: Vec::new(),
            opened: 0,
            pages: JoinSet::new(),
        })
    }

    /// Returns the address of the first server.
    pub fn server(&self) -> Server {
        self.cluster.servers[0].server()
    }

    /// Kills the first server and restarts it with the data that it has stored. Returns the time
    /// until it is ready.
    ///
    /// # Errors
    /// Returns an error if the server can't be killed or started, or does not answer.
    pub async fn restart(&mut self) -> Result<Duration> {
        self.clear();
        self.people.meet_again();
        let nothing = async { Ok(()) };
        let ((), time) = self.cluster.servers[0].restart(nothing).await?;
        Ok(time)
    }

    /// Returns the resources that the first server has used.
    ///
    /// # Errors
    /// Returns an error if it does not run.
    pub fn usage(&self) -> Result<Usage> {
        self.cluster.servers[0].process.usage()
    }

    /// Returns the processor time of all servers, and of their database where that is a process.
    ///
    /// # Errors
    /// Returns an error if one of them does not run.
    pub fn used(&self) -> Result<[Duration; 2]> {
        let servers = self.cluster.used()?.iter().sum();
        Ok([servers, self.cluster.used_by_database()?])
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
                    let (server, number) = (self.server(), self.opened);
                    let pages = relay::sit_down(server, number, plan.players, &room).await?;
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
        self.cluster.end().await
    }
}
