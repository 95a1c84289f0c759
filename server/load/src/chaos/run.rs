//! A run with one server: a sequence of lives, and then the end of every game.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use rustix::process::Signal;
use tokio::time::sleep;

use super::{
    crowd::{FINISH_TIME, crowd},
    figures::Figures,
    look::Look,
    options::{Chaos, Database},
    plan::{Disk, End, Life, Plan, Trouble},
};
use crate::{
    ledger::{Ledger, Rule},
    postgres::Postgres,
    programs::{HANG, ONE_MACHINE, Process, Recipe, free_address, panics},
    proxy::{NetworkConditions, Proxy},
    swarm::Swarm,
};

/// The time in which a process must reach the point where it is to die. After that, it is killed at
/// any point.
const POINT_TIME: Duration = Duration::from_secs(2);
/// The name of the server's database.
const NAME: &str = "chaos";
/// Runs the plan with one server.
///
/// # Errors
/// Returns an error if the run could not be carried out as planned.
pub(super) async fn run(chaos: &Chaos) -> Result<Figures> {
    let mut run = Run::begin(chaos).await?;
    let ran = run.through(chaos).await;
    let figures = run.end(chaos);
    ran?;
    Ok(figures)
}

struct Run {
    plan: Plan,
    recipe: Recipe,
    ledger: Ledger,
    proxy: Proxy,
    look: Look,
    /// The server's database, if it is a process of its own.
    postgres: Option<Postgres>,
    figures: Figures,
    began: Instant,
    /// The number of violations that have been printed.
    said: usize,
}

impl Run {
    async fn begin(chaos: &Chaos) -> Result<Self> {
        let seed = chaos.seed;
        let program = match &chaos.program {
            Some(program) => program.clone(),
            None => std::env::current_exe()?.with_file_name("senda"),
        };
        let address = free_address()?;
        // The folder is also unique among several runs of one process.
        let name = format!("senda-chaos-{}-{}", std::process::id(), address.port());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder)?;
        let data = folder.join("data");
        let postgres = match chaos.database {
            Database::Sqlite => None,
            Database::Postgres => Some(Postgres::start(&[])?),
        };
        let database = match &postgres {
            None => None,
            Some(postgres) => {
                postgres.create(NAME).await?;
                Some(postgres.url(NAME))
            }
        };
        let look = match &database {
            None => Look::at_file(&data),
            Some(url) => Look::at_server(url),
        };
        let recipe = Recipe {
            program,
            data,
            database,
            address,
            mutant: chaos.mutant.clone(),
            limits: ONE_MACHINE.map(str::to_owned).to_vec(),
            files: None,
        };
        Ok(Self {
            plan: Plan::of(chaos),
            ledger: Ledger::where_messages_repeat(seed),
            proxy: Proxy::start(&[recipe.address], seed).await?,
            look,
            postgres,
            recipe,
            figures: Figures {
                seed,
                rooms: chaos.rooms,
                ..Figures::default()
            },
            began: Instant::now(),
            said: 0,
        })
    }

    async fn through(&mut self, chaos: &Chaos) -> Result<()> {
        self.die_while_migrating().await?;
        let swarm = Swarm::gather(&crowd(chaos, self.proxy.address())?, &self.ledger);
        let mut number = 0;
        while self.goes_on(chaos) {
            let life = self.plan.life(number);
            let lived = self.live(&life).await?;
            number += 1;
            self.say_what_is_wrong(number);
            if number.is_multiple_of(20) {
                self.say_how_it_goes();
            }
            if lived.is_break() || chaos.stop_at_first && self.violations() > 0 {
                return Ok(());
            }
        }
        self.finish(swarm).await
    }

    fn goes_on(&self, chaos: &Chaos) -> bool {
        self.began.elapsed().as_secs() < chaos.seconds
            || self.figures.hard_kills() < chaos.hard_kills_at_least
            || self.ledger.totals().acked < chaos.acknowledged_at_least
    }

    fn violations(&self) -> u64 {
        self.ledger.totals().violations
    }

    fn say_how_it_goes(&self) {
        let (totals, kills) = (self.ledger.totals(), self.figures.hard_kills());
        println!(
            "{} s: {kills} hard kills, {} acknowledged, {} moves, {} games ended, {} violations",
            self.began.elapsed().as_secs(),
            totals.acked,
            totals.moves,
            totals.ended,
            totals.violations
        );
    }

    /// Prints new violations at once, since a long run ends late.
    fn say_what_is_wrong(&mut self, life: u64) {
        let violations = self.ledger.violations();
        for violation in &violations[self.said..] {
            let after = self.began.elapsed().as_secs();
            println!("{after} s, life {life}: {violation:?}");
        }
        self.said = violations.len();
    }

    fn violated(&self, seen: String) {
        self.ledger
            .violated(Rule::Playable, "", "the process", seen);
    }

    fn order(&self, life: &Life, more: &str) -> Result<()> {
        let Life { seed, wall_ms, .. } = life;
        let orders = format!("seed {seed}\nwall {wall_ms}\n{more}\n");
        self.recipe.order(&orders).context("orders")
    }

    /// Ends the first lives during the migrations, before there are tables, or when half of them
    /// exist.
    async fn die_while_migrating(&mut self) -> Result<()> {
        for seed in 0..5 {
            let seed = self.plan.seed.wrapping_add(seed);
            self.recipe
                .order(&format!("seed {seed}\nkill migration 1\n"))?;
            let mut process = self.recipe.start()?;
            if process.live(HANG).await.is_none() {
                process.kill().await?;
                bail!("the program does not die on order: it was built without failpoints");
            }
            *self.figures.kills_at.entry("migration").or_default() += 1;
        }
        Ok(())
    }

    /// Starts the server. Returns `None` if it does not come back, which is a violation.
    async fn start(&mut self) -> Result<Option<Process>> {
        self.ledger.started();
        let mut process = self.recipe.start()?;
        match process.answer().await {
            Ok(time) => {
                self.figures.answers.note(time);
                Ok(Some(process))
            }
            Err(status) => {
                self.violated(format!("the server does not come back: {status:?}"));
                Ok(None)
            }
        }
    }

    /// Runs one life. Returns `Break` if the server does not come back.
    async fn live(&mut self, life: &Life) -> Result<ControlFlow<()>> {
        self.figures.wrong_clocks += u64::from(life.wall_ms != 0);
        self.proxy.set(life.conditions);
        self.order(life, "")?;
        let Some(mut process) = self.start().await? else {
            return Ok(ControlFlow::Break(()));
        };
        let mut died = None;
        for &(after, trouble) in &life.troubles {
            died = process.live(after).await;
            if died.is_some() {
                break;
            }
            self.trouble(&mut process, life, trouble).await?;
        }
        if died.is_none() {
            died = process.live(life.calm).await;
        }
        match died {
            Some(status) => self.violated(format!("the server ended by itself: {status}")),
            None => self.end_life(&mut process, life).await?,
        }
        self.ledger.stopped();
        if life.look {
            self.figures.looks += 1;
            self.look.at(&self.ledger).await?;
        }
        sleep(life.down).await;
        Ok(ControlFlow::Continue(()))
    }

    async fn trouble(
        &mut self,
        process: &mut Process,
        life: &Life,
        trouble: Trouble,
    ) -> Result<()> {
        match trouble {
            Trouble::Disk(disk, time) => {
                *self.figures.disks.entry(Disk::word(disk)).or_default() += 1;
                self.order(life, &format!("disk {}", disk.word()))?;
                sleep(time).await;
                self.order(life, "")
            }
            Trouble::Pause(time) => {
                self.figures.pauses += 1;
                process.signal(Signal::STOP);
                sleep(time).await;
                process.signal(Signal::CONT);
                Ok(())
            }
            Trouble::Crash => {
                if let Some(postgres) = &mut self.postgres {
                    self.figures.crashes += 1;
                    // The crash takes a second or two, in which this thread has nothing else to do.
                    tokio::task::block_in_place(|| postgres.crash())?;
                }
                Ok(())
            }
            Trouble::CutAll => {
                self.figures.cut_all += 1;
                self.proxy.cut_all();
                Ok(())
            }
        }
    }

    async fn end_life(&mut self, process: &mut Process, life: &Life) -> Result<()> {
        match life.end {
            End::Kill => {
                self.ledger.stopped();
                self.figures.kills += 1;
                process.kill().await?;
            }
            End::KillAt(point, one_in) => {
                self.order(life, &format!("kill {point} {one_in}"))?;
                if process.live(POINT_TIME).await.is_some() {
                    *self.figures.kills_at.entry(point).or_default() += 1;
                } else {
                    self.ledger.stopped();
                    self.figures.kills += 1;
                    process.kill().await?;
                }
            }
            End::Terminate => {
                self.figures.terminated.0 += 1;
                self.terminate(process).await?;
            }
            End::TerminateTwice => {
                self.figures.terminated.1 += 1;
                self.ledger.stopped();
                process.signal(Signal::TERM);
                sleep(Duration::from_millis(200)).await;
                process.signal(Signal::TERM);
                if process.live(HANG).await.is_none() {
                    self.violated("asked twice to stop, it did not stop".to_owned());
                    process.kill().await?;
                }
            }
        }
        Ok(())
    }

    async fn terminate(&mut self, process: &mut Process) -> Result<()> {
        self.ledger.stopped();
        process.signal(Signal::TERM);
        match process.live(HANG).await {
            Some(status) if status.success() => {}
            Some(status) => self.violated(format!("asked to stop, it ended with {status}")),
            None => {
                self.violated("asked to stop, it did not stop".to_owned());
                process.kill().await?;
            }
        }
        Ok(())
    }

    /// Ends the faults, plays every game to its end, and checks that everything acknowledged is
    /// stored.
    async fn finish(&mut self, swarm: Swarm) -> Result<()> {
        self.say_how_it_goes();
        self.proxy.set(NetworkConditions::FAIR);
        self.recipe.order("").context("orders")?;
        let Some(mut process) = self.start().await? else {
            return Ok(());
        };
        let calm = Instant::now();
        swarm.play_out(FINISH_TIME).await?;
        self.figures.finish_s = calm.elapsed().as_secs();
        self.terminate(&mut process).await?;
        self.figures.looks += 1;
        self.look.at(&self.ledger).await?;
        self.look.settle(&self.ledger).await?;
        let log = self.recipe.data.with_file_name("records.jsonl");
        self.look.keep(&self.ledger, &log).await
    }

    fn end(mut self, chaos: &Chaos) -> Figures {
        for panic in panics(&self.recipe.log()) {
            self.violated(panic);
        }
        self.figures.seconds = self.began.elapsed().as_secs();
        self.figures.met = self.proxy.met();
        self.figures.tell(&self.ledger);
        let folder = self.recipe.data.parent().expect("a folder of its own");
        if chaos.keep || !self.figures.violations.is_empty() {
            println!("kept: {}", folder.display());
        } else {
            // A folder that can't be deleted stays in the system's temporary folder.
            let _ = std::fs::remove_dir_all(folder);
        }
        self.figures
    }
}
