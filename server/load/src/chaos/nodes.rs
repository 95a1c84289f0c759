//! Runs several servers over one database. People connect through any of them, while the servers
//! are killed, stopped or drained, or lose their connections to the database or to each other.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use rustix::process::Signal;
use sqlx::{Connection, PgConnection};
use tokio::time::sleep;

use super::{
    crowd::{FINISH_TIME, crowd},
    faults::{Fault, Turn, loss, turn, update},
    figures::Figures,
    look::Look,
    node::{NAME, Node, ReplicatingStandby},
    options::{Chaos, Only, Standby},
};
use crate::{
    ledger::{Ledger, Phase, Rule},
    postgres::Postgres,
    programs::{HANG, panics},
    proxy::{NetworkConditions, Proxy, Way},
    swarm::Swarm,
};

/// The time in which the rooms of a lost server must be played in again to be counted. Rooms that
/// take longer are found when all games end.
const RESUME_TIME: Duration = Duration::from_secs(20);
/// The interval at which the rooms are polled.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// The time before the first fault, in which all people connect.
const LATELY: Duration = Duration::from_secs(3);

struct Run {
    seed: u64,
    nodes: Vec<Node>,
    ledger: Ledger,
    proxy: Proxy,
    look: Look,
    postgres: Postgres,
    standby: Option<ReplicatingStandby>,
    figures: Figures,
    began: Instant,
    said: usize,
}

/// Runs the plan. Violations are in the figures.
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

impl Run {
    async fn begin(chaos: &Chaos) -> Result<Self> {
        let postgres = Postgres::start(&[])?;
        postgres.create(NAME).await?;
        let standby = match chaos.standby {
            Some(kind) => Some(ReplicatingStandby::begin(kind, &postgres).await?),
            None => None,
        };
        let ledger = Ledger::where_messages_repeat(chaos.seed);
        // All servers together count as one life, since people do not know which server owns a
        // room.
        ledger.started();
        let mut nodes = Vec::new();
        for number in 0..chaos.nodes {
            nodes.push(Node::begin(chaos, number, &postgres).await?);
        }
        let addresses: Vec<_> = nodes.iter().map(|node| node.recipe.address).collect();
        Ok(Self {
            seed: chaos.seed,
            proxy: Proxy::start(&addresses, chaos.seed).await?,
            look: Look::at_shared(&postgres.url(NAME)),
            nodes,
            ledger,
            postgres,
            standby,
            figures: Figures {
                seed: chaos.seed,
                rooms: chaos.rooms,
                ..Figures::default()
            },
            began: Instant::now(),
            said: 0,
        })
    }

    async fn through(&mut self, chaos: &Chaos) -> Result<()> {
        let swarm = Swarm::gather(&crowd(chaos, self.proxy.address())?, &self.ledger);
        let mut number = 0;
        // All people connect before the first fault.
        sleep(LATELY).await;
        while self.began.elapsed().as_secs() < chaos.seconds || number < chaos.faults_at_least {
            let turn = self.turn(chaos, number);
            number += 1;
            self.proxy.set(turn.conditions);
            let lived = self.suffer(&turn).await?;
            *self.figures.faults.entry(turn.fault.word()).or_default() += 1;
            sleep(turn.calm).await;
            self.say_what_is_wrong(&format!("{turn:?}"));
            if lived.is_break() || chaos.stop_at_first && self.ledger.totals().violations > 0 {
                return Ok(());
            }
        }
        self.finish(swarm).await
    }

    fn turn(&self, chaos: &Chaos, number: u64) -> Turn {
        let nodes = self.nodes.len();
        match chaos.only {
            Some(Only::Updates) => update(number, nodes),
            Some(Only::Losses) => loss(number, nodes),
            None => turn(self.seed, number, nodes, self.standby.is_some()),
        }
    }

    fn say_what_is_wrong(&mut self, after: &str) {
        let violations = self.ledger.violations();
        for violation in &violations[self.said..] {
            let seconds = self.began.elapsed().as_secs();
            println!("{seconds} s, {after}: {violation:?}");
        }
        self.said = violations.len();
    }

    fn violated(&self, seen: String) {
        self.ledger
            .violated(Rule::Playable, "", "the process", seen);
    }

    /// Applies a fault. Returns `Break` if a server does not come back.
    async fn suffer(&mut self, turn: &Turn) -> Result<ControlFlow<()>> {
        let &Turn { node, fault, .. } = turn;
        let rooms = self.rooms_of(node).await?;
        let began = Instant::now();
        match fault {
            Fault::Kill(down) => {
                self.nodes[node].process.kill().await?;
                self.figures.kills += 1;
                let resumed = self.resumed(&rooms, (began, began), down);
                let resumed = resumed.await;
                sleep(down.saturating_sub(began.elapsed())).await;
                let started = Instant::now();
                let back = self.start(node).await?;
                if back.is_break() {
                    return Ok(back);
                }
                // If the server was restarted before others took over, the time counts only from
                // its start, since the downtime is part of the fault and not of the recovery.
                let resumed = match resumed {
                    Some(time) => Some(time),
                    None => self.resumed(&rooms, (began, started), RESUME_TIME).await,
                };
                self.note(turn, resumed);
                return Ok(back);
            }
            Fault::Stop(time) => {
                self.figures.pauses += 1;
                self.nodes[node].process.signal(Signal::STOP);
                sleep(time).await;
                self.nodes[node].process.signal(Signal::CONT);
            }
            Fault::Drain => {
                self.figures.terminated.0 += 1;
                self.terminate(node).await?;
                let resumed = self.resumed(&rooms, (began, began), RESUME_TIME).await;
                self.note(turn, resumed);
                return self.start(node).await;
            }
            Fault::Database(way, time) => {
                self.nodes[node].database.set(way);
                sleep(time).await;
                self.nodes[node].database.set(Way::Open);
            }
            Fault::Link(way, time) => {
                self.nodes[node].link.set(way);
                sleep(time).await;
                self.nodes[node].link.set(Way::Open);
            }
            Fault::Crash => {
                self.figures.crashes += 1;
                let postgres = &mut self.postgres;
                tokio::task::block_in_place(|| postgres.crash())?;
            }
            Fault::Failover(behind) => self.fail_over(turn, behind).await?,
        }
        if let Some(status) = self.nodes[node].process.live(Duration::ZERO).await {
            let name = &self.nodes[node].name;
            self.violated(format!("{name} ended by itself: {status}"));
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Crashes the database for good, and puts its standby in its place.
    async fn fail_over(&mut self, turn: &Turn, behind: Duration) -> Result<()> {
        let Some(following) = self.standby.take() else {
            bail!("there is no standby");
        };
        if following.kind == Standby::Asynchronous {
            following.line.set(Way::Held);
            sleep(behind).await;
        }
        let began = Instant::now();
        tokio::task::block_in_place(|| self.postgres.stop_at_once())?;
        following.line.set(Way::Cut);
        following.postgres.promote().await?;
        self.postgres = following.postgres;
        self.look = Look::at_shared(&self.postgres.url(NAME));
        if following.kind == Standby::Synchronous {
            // The standby has everything that was sent.
            self.look().await?;
        }
        let mut database = PgConnection::connect(&self.postgres.url(NAME)).await?;
        let kept = sqlx::query_as("select room, max(version) from record group by room");
        let kept: Vec<(String, i64)> = kept.fetch_all(&mut database).await?;
        database.close().await?;
        self.figures.lost_by_standby += self.ledger.failed_over(&kept.into_iter().collect());
        let rooms = self.rooms_of(turn.node).await?;
        for node in &self.nodes {
            node.database.turn(self.postgres.address());
        }
        let resumed = self.resumed(&rooms, (began, began), RESUME_TIME).await;
        self.note(turn, resumed);
        self.look().await?;
        self.standby = Some(ReplicatingStandby::begin(following.kind, &self.postgres).await?);
        Ok(())
    }

    /// Returns the rooms of a server in which a game is played.
    async fn rooms_of(&self, node: usize) -> Result<Vec<String>> {
        let mut database = PgConnection::connect(&self.postgres.url(NAME)).await?;
        let rooms = sqlx::query_scalar(
            "select placement.room from placement join node on node.instance = placement.holder
             where node.name = $1",
        );
        let name = &self.nodes[node].name;
        let rooms: Vec<String> = rooms.bind(name).fetch_all(&mut database).await?;
        database.close().await?;
        let standings = self.ledger.rooms().into_iter();
        let played = standings.filter(|standing| standing.phase == Phase::Playing);
        let played = played.map(|standing| standing.room);
        Ok(played.filter(|room| rooms.contains(room)).collect())
    }

    /// Waits until a player has reconnected to each of the rooms that are still played in, and has
    /// received an update on a connection opened after `fault`. Returns the time since `began`, or
    /// `None` if this takes longer than `within` or if there are no rooms. The wait ends at the
    /// update and not at the next move, since the time that people think says nothing about the
    /// server.
    async fn resumed(
        &self,
        rooms: &[String],
        (fault, began): (Instant, Instant),
        within: Duration,
    ) -> Option<Duration> {
        if rooms.is_empty() {
            return None;
        }
        let end = Instant::now() + within;
        while Instant::now() < end {
            let standings = self.ledger.rooms();
            let waits = |room: &&String| {
                let standing = standings.iter().find(|standing| standing.room == **room);
                standing.is_some_and(|standing| {
                    standing.phase == Phase::Playing && standing.reached < Some(fault)
                })
            };
            if rooms.iter().find(waits).is_none() {
                return Some(began.elapsed());
            }
            sleep(LOOK_EVERY).await;
        }
        None
    }

    fn note(&mut self, turn: &Turn, resumed: Option<Duration>) {
        if let Some(resumed) = resumed {
            let after = (
                turn.fault.word(),
                turn.conditions == NetworkConditions::FAIR,
            );
            self.figures.resumed.entry(after).or_default().note(resumed);
        }
    }

    /// Starts a server again. Returns `Break` if it does not come back, which is a violation.
    async fn start(&mut self, node: usize) -> Result<ControlFlow<()>> {
        let Node {
            recipe, process, ..
        } = &mut self.nodes[node];
        *process = recipe.start()?;
        match process.answer().await {
            Ok(time) => {
                self.figures.answers.note(time);
                Ok(ControlFlow::Continue(()))
            }
            Err(status) => {
                let name = &self.nodes[node].name;
                self.violated(format!("{name} does not come back: {status:?}"));
                Ok(ControlFlow::Break(()))
            }
        }
    }

    async fn terminate(&mut self, node: usize) -> Result<()> {
        let Node { process, name, .. } = &mut self.nodes[node];
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

    /// Ends the faults, plays every game to its end, and checks that everything acknowledged is
    /// stored.
    async fn finish(&mut self, swarm: Swarm) -> Result<()> {
        self.proxy.set(NetworkConditions::FAIR);
        self.figures.away = swarm.tally().counted().into();
        let calm = Instant::now();
        swarm.play_out(FINISH_TIME).await?;
        self.figures.finish_s = calm.elapsed().as_secs();
        for node in 0..self.nodes.len() {
            self.terminate(node).await?;
        }
        self.look().await?;
        self.look.settle(&self.ledger).await?;
        let log = self.nodes[0].recipe.data.with_file_name("records.jsonl");
        self.look.keep(&self.ledger, &log).await
    }

    async fn look(&mut self) -> Result<()> {
        self.figures.looks += 1;
        self.look.at(&self.ledger).await
    }

    fn end(mut self, chaos: &Chaos) -> Figures {
        for node in &self.nodes {
            for panic in panics(&node.recipe.log()) {
                self.violated(panic);
            }
        }
        self.figures.seconds = self.began.elapsed().as_secs();
        self.figures.met = self.proxy.met();
        self.figures.tell(&self.ledger);
        for node in &self.nodes {
            let folder = node.recipe.data.parent().expect("a folder of its own");
            if chaos.keep || !self.figures.violations.is_empty() {
                println!("kept: {}", folder.display());
            } else {
                // A folder that can't be deleted stays in the system's temporary folder.
                let _ = std::fs::remove_dir_all(folder);
            }
        }
        self.figures
    }
}
