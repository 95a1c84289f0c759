//! A server of its own, and the rooms that are played in on it.

use std::{
    env, fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, ensure};
use tokio::{task::JoinSet, time::sleep};

use super::{
    options::{Bench, Subject},
    page::{Page, Protocol},
    relay,
    room::{Counts, Room},
    senda::{People, Plan},
};
use crate::{
    chaos::{ONE_MACHINE, Process, Recipe, free_address},
    swarm::Server,
    usage::Usage,
};

/// What the server is to let people do who never think.
const NO_PACE: [&str; 4] = [
    "--messages-per-second",
    "1000000",
    "--commands-per-hour",
    "1000000000",
];
/// Between two looks at what is awaited.
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// For whatever is awaited.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server with rooms.
pub(super) struct Stage {
    subject: Subject,
    server: Server,
    people: People,
    recipe: Recipe,
    process: Process,
    folder: PathBuf,
    is_measured: Arc<AtomicBool>,
    rooms: Vec<Arc<Room>>,
    /// Rooms that were opened, those that were left again included.
    opened: u32,
    pages: JoinSet<Result<()>>,
}

impl Stage {
    /// Starts the server, or the relay, with nobody on it.
    ///
    /// # Errors
    /// There is no program, or it does not answer.
    pub async fn set(bench: &Bench, subject: Subject) -> Result<Self> {
        let program = program(bench, subject)?;
        let folder = env::temp_dir().join(format!("senda-bench-{}", std::process::id()));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let address = free_address()?;
        let limits = match subject {
            Subject::Senda => ONE_MACHINE.iter().chain(&NO_PACE).copied(),
            Subject::Relay => [].iter().chain(&[]).copied(),
        };
        let recipe = Recipe {
            program,
            data: folder.join("data"),
            database: None,
            address,
            mutant: None,
            limits: limits.map(str::to_owned).collect(),
            files: None,
        };
        let mut process = recipe.start()?;
        let answer = process.answer().await;
        answer.map_err(|ended| anyhow!("{} does not answer: {ended:?}", subject.name()))?;
        Ok(Self {
            subject,
            server: Server(address),
            people: People::at(Server(address)),
            recipe,
            process,
            folder,
            is_measured: Arc::default(),
            rooms: Vec::new(),
            opened: 0,
            pages: JoinSet::new(),
        })
    }

    /// The server.
    pub fn server(&self) -> Server {
        self.server
    }

    /// Who makes rooms on it.
    pub fn people(&mut self) -> &mut People {
        &mut self.people
    }

    /// Kills it and starts it anew with what it has stored; says how long it took to be ready.
    ///
    /// # Errors
    /// It can't be killed or started, or does not answer.
    pub async fn restart(&mut self) -> Result<Duration> {
        self.clear();
        self.process.kill().await?;
        self.process = self.recipe.start()?;
        let answer = self.process.answer().await;
        answer.map_err(|ended| anyhow!("it does not answer again: {ended:?}"))
    }

    /// What its process has used.
    pub fn usage(&self) -> Result<Usage> {
        let pid = self.process.id().context("a process that runs")?;
        Ok(Usage::of(pid)?)
    }

    /// Opens so many rooms, in which nobody decides anything from version `last` on.
    ///
    /// # Errors
    /// Not all of them can be opened.
    pub async fn open(&mut self, rooms: u32, plan: Plan, last: u32) -> Result<()> {
        for _ in 0..rooms {
            let room = Arc::new(Room::new(self.is_measured.clone(), last));
            self.rooms.push(room.clone());
            self.opened += 1;
            match self.subject {
                Subject::Senda => {
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

    /// Everybody leaves, and what they were told is forgotten.
    pub fn clear(&mut self) {
        self.pages.abort_all();
        self.pages = JoinSet::new();
        self.rooms.clear();
    }

    /// Waits until every room has come to that version.
    ///
    /// # Errors
    /// They stand still, or somebody can't play.
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

    /// Waits for so long, or until a room has come to that version.
    ///
    /// # Errors
    /// Somebody can't play.
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

    /// Begins or ends to count.
    pub fn measure(&self, is_measured: bool) {
        self.is_measured.store(is_measured, Ordering::Relaxed);
    }

    /// What was counted in all rooms; then counting begins anew.
    pub fn take_counts(&self) -> Counts {
        let mut all = Counts::default();
        for room in &self.rooms {
            all.add(&room.take_counts());
        }
        all
    }

    /// Ends the server, and takes its folder away.
    ///
    /// # Errors
    /// It can't be ended.
    pub async fn end(mut self) -> Result<()> {
        self.clear();
        self.process.kill().await?;
        fs::remove_dir_all(&self.folder)?;
        Ok(())
    }
}

fn program(bench: &Bench, subject: Subject) -> Result<PathBuf> {
    let own = env::current_exe()?;
    let (given, usual) = match subject {
        Subject::Senda => (&bench.program, own.with_file_name("senda")),
        Subject::Relay => (&bench.relay, own.with_file_name("examples/relay")),
    };
    let program = given.clone().unwrap_or(usual);
    let name = program.display();
    ensure!(
        program.exists(),
        "there is no {name}: `cargo xtask bench` builds it"
    );
    Ok(program)
}
