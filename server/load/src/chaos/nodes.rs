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
    faults::{Fault, Turn, loss, turn, update},
    figures::Figures,
    look::{LAST, Look},
    node::{NAME, Node, ReplicatingStandby},
    options::{Chaos, Only, Standby},
    trial::Trial,
};
use crate::{
    ledger::Phase,
    postgres::Postgres,
    proxy::{NetworkConditions, Way},
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
    trial: Trial,
    postgres: Postgres,
    standby: Option<ReplicatingStandby>,
}

/// Runs the plan. Violations are in the figures.
///
/// # Errors
/// Returns an error if the run could not be carried out as planned.
pub(super) async fn run(chaos: &Chaos) -> Result<Figures> {
    let mut run = Run::begin(chaos).await?;
    let ran = run.through(chaos).await;
    let recipes: Vec<_> = run.nodes.iter().map(|node| &node.recipe).collect();
    let figures = run.trial.end(chaos, &recipes);
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
        let mut nodes = Vec::new();
        for number in 0..chaos.nodes {
            nodes.push(Node::begin(chaos, number, &postgres).await?);
        }
        let addresses: Vec<_> = nodes.iter().map(|node| node.recipe.address).collect();
        let look = Look::at_server(&postgres.url(NAME), false);
        let trial = Trial::begin(chaos, &addresses, look).await?;
        // All servers together count as one life, since people do not know which server owns a
        // room.
        trial.ledger.started();
        Ok(Self {
            seed: chaos.seed,
            nodes,
            trial,
            postgres,
            standby,
        })
    }

    async fn through(&mut self, chaos: &Chaos) -> Result<()> {
        let swarm = self.trial.gather(chaos)?;
        let mut number = 0;
        // All people connect before the first fault.
        sleep(LATELY).await;
        let began = self.trial.began;
        while began.elapsed().as_secs() < chaos.seconds || number < chaos.faults_at_least {
            let turn = self.turn(chaos, number);
            number += 1;
            self.trial.proxy.set(turn.conditions);
            let lived = self.suffer(&turn).await?;
            let faults = &mut self.trial.figures.faults;
            *faults.entry(turn.fault.word()).or_default() += 1;
            sleep(turn.calm).await;
            let stops = self.trial.say_what_is_wrong(chaos, &format!("{turn:?}"));
            if lived.is_break() || stops {
                return Ok(());
            }
        }
        self.trial.figures.away = swarm.tally().counted();
        self.trial.play_out(swarm).await?;
        for node in 0..self.nodes.len() {
            self.terminate(node).await?;
        }
        self.trial.settle(&self.nodes[0].recipe).await
    }

    fn turn(&self, chaos: &Chaos, number: u64) -> Turn {
        let nodes = self.nodes.len();
        match chaos.only {
            Some(Only::Updates) => update(number, nodes),
            Some(Only::Losses) => loss(number, nodes),
            None => turn(self.seed, number, nodes, self.standby.is_some()),
        }
    }

    /// Applies a fault. Returns `Break` if a server does not come back.
    async fn suffer(&mut self, turn: &Turn) -> Result<ControlFlow<()>> {
        let &Turn { node, fault, .. } = turn;
        let rooms = self.rooms_of(node).await?;
        let began = Instant::now();
        match fault {
            Fault::Kill(down) => {
                self.nodes[node].process.kill().await?;
                self.trial.figures.kills += 1;
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
                self.trial.figures.pauses += 1;
                self.nodes[node].process.signal(Signal::STOP);
                sleep(time).await;
                self.nodes[node].process.signal(Signal::CONT);
            }
            Fault::Drain => {
                self.trial.figures.terminated.0 += 1;
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
                self.trial.figures.crashes += 1;
                let postgres = &mut self.postgres;
                tokio::task::block_in_place(|| postgres.crash())?;
            }
            Fault::Failover(behind) => self.fail_over(turn, behind).await?,
        }
        if let Some(status) = self.nodes[node].process.live(Duration::ZERO).await {
            let name = &self.nodes[node].name;
            let seen = format!("{name} ended by itself: {status}");
            self.trial.violated(seen);
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
        self.trial.look = Look::at_server(&self.postgres.url(NAME), false);
        if following.kind == Standby::Synchronous {
            // The standby has everything that was sent.
            self.trial.look().await?;
        }
        let mut database = PgConnection::connect(&self.postgres.url(NAME)).await?;
        let kept: Vec<(String, i64)> = sqlx::query_as(LAST).fetch_all(&mut database).await?;
        database.close().await?;
        let kept = kept.into_iter().collect();
        self.trial.figures.lost_by_standby += self.trial.ledger.failed_over(&kept);
        let rooms = self.rooms_of(turn.node).await?;
        for node in &self.nodes {
            node.database.turn(self.postgres.address());
        }
        let resumed = self.resumed(&rooms, (began, began), RESUME_TIME).await;
        self.note(turn, resumed);
        self.trial.look().await?;
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
        let standings = self.trial.ledger.rooms().into_iter();
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
            let standings = self.trial.ledger.rooms();
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
            let is_fair = turn.conditions == NetworkConditions::FAIR;
            let times = &mut self.trial.figures.resumed;
            let times = times.entry((turn.fault.word(), is_fair)).or_default();
            times.note(resumed);
        }
    }

    /// Starts a server again. Returns `Break` if it does not come back, which is a violation.
    async fn start(&mut self, node: usize) -> Result<ControlFlow<()>> {
        let node = &mut self.nodes[node];
        match self.trial.start(&node.recipe, &node.name).await? {
            Some(process) => {
                node.process = process;
                Ok(ControlFlow::Continue(()))
            }
            None => Ok(ControlFlow::Break(())),
        }
    }

    async fn terminate(&mut self, node: usize) -> Result<()> {
        let Node { process, name, .. } = &mut self.nodes[node];
        self.trial.terminate(process, name).await
    }
}
