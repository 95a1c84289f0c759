//! A run with one server: a sequence of lives, and then the end of every game.

use std::{ops::ControlFlow, time::Duration};

use anyhow::{Result, bail};
use rustix::process::Signal;
use tokio::time::sleep;

use super::{
    figures::Figures,
    look::Look,
    options::{Chaos, Database},
    plan::{Disk, End, Life, Plan, Trouble},
    trial::Trial,
};
use crate::{
    postgres::Postgres,
    programs::{HANG, ONE_MACHINE, Process, Recipe},
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
    let figures = run.trial.end(chaos, &[&run.recipe]);
    ran?;
    Ok(figures)
}

struct Run {
    plan: Plan,
    recipe: Recipe,
    trial: Trial,
    /// The server's database, if it is a process of its own.
    postgres: Option<Postgres>,
}

impl Run {
    async fn begin(chaos: &Chaos) -> Result<Self> {
        let mut recipe = Recipe::new("chaos", chaos.program.as_deref(), ONE_MACHINE)?;
        recipe.mutant.clone_from(&chaos.mutant);
        let (look, postgres) = match chaos.database {
            Database::Sqlite => (Look::at_file(&recipe.data), None),
            Database::Postgres => {
                let postgres = Postgres::start(&[])?;
                postgres.create(NAME).await?;
                let url = postgres.url(NAME);
                let look = Look::at_server(&url, true);
                recipe.database = Some(url);
                (look, Some(postgres))
            }
        };
        Ok(Self {
            plan: Plan::of(chaos),
            trial: Trial::begin(chaos, &[recipe.address], look).await?,
            postgres,
            recipe,
        })
    }

    async fn through(&mut self, chaos: &Chaos) -> Result<()> {
        self.die_while_migrating().await?;
        let swarm = self.trial.gather(chaos)?;
        let mut number = 0;
        while self.goes_on(chaos) {
            let life = self.plan.life(number);
            let lived = self.live(&life).await?;
            number += 1;
            let stops = self
                .trial
                .say_what_is_wrong(chaos, &format!("life {number}"));
            if number.is_multiple_of(20) {
                self.say_how_it_goes();
            }
            if lived.is_break() || stops {
                return Ok(());
            }
        }
        self.say_how_it_goes();
        self.recipe.order("")?;
        let Some(mut process) = self.start().await? else {
            return Ok(());
        };
        self.trial.play_out(swarm).await?;
        self.terminate(&mut process).await?;
        self.trial.settle(&self.recipe).await
    }

    fn goes_on(&self, chaos: &Chaos) -> bool {
        self.trial.began.elapsed().as_secs() < chaos.seconds
            || self.trial.figures.hard_kills() < chaos.hard_kills_at_least
            || self.trial.ledger.totals().acked < chaos.acknowledged_at_least
    }

    fn say_how_it_goes(&self) {
        let totals = self.trial.ledger.totals();
        println!(
            "{} s: {} hard kills, {} acknowledged, {} moves, {} games ended, {} violations",
            self.trial.began.elapsed().as_secs(),
            self.trial.figures.hard_kills(),
            totals.acked,
            totals.moves,
            totals.ended,
            totals.violations
        );
    }

    fn order(&self, life: &Life, more: &str) -> Result<()> {
        let Life { seed, wall_ms, .. } = life;
        let orders = format!("seed {seed}\nwall {wall_ms}\n{more}\n");
        self.recipe.order(&orders)
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
            *self.trial.figures.kills_at.entry("migration").or_default() += 1;
        }
        Ok(())
    }

    /// Starts the server. Returns `None` if it does not come back, which is a violation.
    async fn start(&mut self) -> Result<Option<Process>> {
        self.trial.ledger.started();
        self.trial.start(&self.recipe, "the server").await
    }

    /// Runs one life. Returns `Break` if the server does not come back.
    async fn live(&mut self, life: &Life) -> Result<ControlFlow<()>> {
        self.trial.figures.wrong_clocks += u64::from(life.wall_ms != 0);
        self.trial.proxy.set(life.conditions);
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
            Some(status) => {
                let seen = format!("the server ended by itself: {status}");
                self.trial.violated(seen);
            }
            None => self.end_life(&mut process, life).await?,
        }
        self.trial.ledger.stopped();
        if life.look {
            self.trial.look().await?;
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
                *self
                    .trial
                    .figures
                    .disks
                    .entry(Disk::word(disk))
                    .or_default() += 1;
                self.order(life, &format!("disk {}", disk.word()))?;
                sleep(time).await;
                self.order(life, "")
            }
            Trouble::Pause(time) => {
                self.trial.figures.pauses += 1;
                process.signal(Signal::STOP);
                sleep(time).await;
                process.signal(Signal::CONT);
                Ok(())
            }
            Trouble::Crash => {
                if let Some(postgres) = &mut self.postgres {
                    self.trial.figures.crashes += 1;
                    // The crash takes a second or two, in which this thread has nothing else to do.
                    tokio::task::block_in_place(|| postgres.crash())?;
                }
                Ok(())
            }
            Trouble::CutAll => {
                self.trial.figures.cut_all += 1;
                self.trial.proxy.cut_all();
                Ok(())
            }
        }
    }

    async fn end_life(&mut self, process: &mut Process, life: &Life) -> Result<()> {
        match life.end {
            End::Kill => {
                self.trial.ledger.stopped();
                self.trial.figures.kills += 1;
                process.kill().await?;
            }
            End::KillAt(point, one_in) => {
                self.order(life, &format!("kill {point} {one_in}"))?;
                if process.live(POINT_TIME).await.is_some() {
                    *self.trial.figures.kills_at.entry(point).or_default() += 1;
                } else {
                    self.trial.ledger.stopped();
                    self.trial.figures.kills += 1;
                    process.kill().await?;
                }
            }
            End::Terminate => {
                self.trial.figures.terminated.0 += 1;
                self.terminate(process).await?;
            }
            End::TerminateTwice => {
                self.trial.figures.terminated.1 += 1;
                self.trial.ledger.stopped();
                process.signal(Signal::TERM);
                sleep(Duration::from_millis(200)).await;
                process.signal(Signal::TERM);
                if process.live(HANG).await.is_none() {
                    let seen = "asked twice to stop, it did not stop";
                    self.trial.violated(seen.to_owned());
                    process.kill().await?;
                }
            }
        }
        Ok(())
    }

    async fn terminate(&mut self, process: &mut Process) -> Result<()> {
        self.trial.ledger.stopped();
        self.trial.terminate(process, "it").await
    }
}
