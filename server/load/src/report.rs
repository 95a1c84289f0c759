//! What a run has shown: how fast it was, what it cost, and which promises were not kept.

use std::{
    collections::BTreeMap,
    fmt,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use serde::Serialize;
use tokio::time::{sleep, sleep_until};

use crate::{
    latency::Times,
    ledger::{Ledger, Totals, Violation},
    swarm::{Counted, Plan, Swarm},
    usage::Usage,
};

/// For everybody to come and begin to play.
const GATHER: Duration = Duration::from_mins(2);
/// For all games to come to their end.
const FINISH: Duration = Duration::from_mins(5);
/// Between two looks at the memory of the server.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Violations that are printed.
const PRINTED: usize = 20;

/// What the server used while everybody played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Seconds on processors.
    pub cpu_seconds: f64,
    /// Microseconds on processors for each decision, all that goes with it included.
    pub cpu_us_per_move: f64,
    /// Bytes of memory before anybody came.
    pub memory_before: u64,
    /// Bytes of memory at most.
    pub memory_most: u64,
    /// Of what came on top, the share of each room, its sockets included.
    pub memory_per_room: u64,
    /// Of what came on top, the share of each socket, the rooms included.
    pub memory_per_socket: u64,
}

/// What a run has shown. Rates and times are those of the time when everybody played.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The seed of the run.
    pub seed: u64,
    /// Rooms.
    pub rooms: u32,
    /// Sockets open at once, at most.
    pub sockets: u64,
    /// Sockets that were opened.
    pub opened: u64,
    /// Returns that were told only what was missed.
    pub resumed: u64,
    /// Returns that were told the whole.
    pub whole: u64,
    /// Sockets that the server closed, by its code.
    pub closes: BTreeMap<u16, u64>,
    /// Seconds that everybody played.
    pub seconds: f64,
    /// Decisions in that time.
    pub moves: u64,
    /// Decisions a second.
    pub moves_per_second: f64,
    /// From sending a decision to its answer.
    pub to_ack: Times,
    /// From sending a decision until the last viewer was told.
    pub to_last_viewer: Times,
    /// Bytes of messages that came in that time.
    pub bytes: u64,
    /// For each decision.
    pub bytes_per_move: f64,
    /// For each socket and second.
    pub bytes_per_socket_second: f64,
    /// What the server used, if it was looked at.
    pub server: Option<Cost>,
    /// What was counted in the whole run.
    pub totals: Totals,
    /// Promises that were not kept.
    pub violations: Vec<Violation>,
}

/// What is known at a moment of a run.
#[derive(Debug)]
struct Moment {
    at: Instant,
    moves: u64,
    bytes: u64,
    server: Option<Usage>,
}

impl Moment {
    fn now(swarm: &Swarm, pid: Option<u32>) -> Result<Self> {
        Ok(Self {
            at: Instant::now(),
            moves: swarm.ledger().totals().moves,
            bytes: swarm.tally().bytes(),
            server: look(pid)?,
        })
    }
}

fn look(pid: Option<u32>) -> Result<Option<Usage>> {
    let used = pid.map(Usage::of).transpose();
    used.context("the server's process can't be looked at")
}

/// Lets a swarm play for so many seconds after everybody is there, then to the end of all games.
///
/// # Errors
/// The people can't come, or the server's process can't be looked at.
pub async fn measure(plan: &Plan, seconds: u64, pid: Option<u32>) -> Result<Report> {
    let ledger = Ledger::new(plan.seed);
    let before = look(pid)?;
    let mut swarm = Swarm::gather(plan, &ledger);
    let tally = swarm.tally().clone();
    swarm.all_play(GATHER).await?;
    tally.forget_times();
    let begin = Moment::now(&swarm, pid)?;
    let end = begin.at + Duration::from_secs(seconds);
    let mut memory_most = 0;
    while Instant::now() < end {
        memory_most = look(pid)?.map_or(0, |used| used.memory.max(memory_most));
        sleep_until((Instant::now() + LOOK_EVERY).min(end).into()).await;
    }
    let end = Moment::now(&swarm, pid)?;
    let timed = tally.counted();
    swarm.finish(FINISH).await?;
    // What is still on its way is heard.
    sleep(Duration::from_millis(100)).await;
    let mut report = Report::of(plan, &begin, &end, &timed, &tally.counted());
    report.totals = ledger.totals();
    report.violations = ledger.violations();
    let used = begin.server.zip(end.server).zip(before);
    report.server = used.map(|((begin, end), before)| {
        let cpu = end.cpu.saturating_sub(begin.cpu).as_secs_f64();
        let more = memory_most.saturating_sub(before.memory);
        Cost {
            cpu_seconds: cpu,
            cpu_us_per_move: ratio(cpu * 1e6, report.moves),
            memory_before: before.memory,
            memory_most,
            memory_per_room: more / u64::from(plan.rooms),
            memory_per_socket: more / report.sockets.max(1),
        }
    });
    Ok(report)
}

#[allow(clippy::cast_precision_loss)] // for people to read
fn ratio(of: f64, by: u64) -> f64 {
    if by == 0 { 0.0 } else { of / by as f64 }
}

impl Report {
    #[allow(clippy::cast_precision_loss)] // for people to read
    fn of(plan: &Plan, begin: &Moment, end: &Moment, timed: &Counted, whole: &Counted) -> Self {
        let seconds = (end.at - begin.at).as_secs_f64();
        let (moves, bytes) = (end.moves - begin.moves, end.bytes - begin.bytes);
        Self {
            seed: plan.seed,
            rooms: plan.rooms,
            sockets: timed.most_open,
            opened: whole.opened,
            resumed: whole.resumed,
            whole: whole.whole,
            closes: whole.closes.clone(),
            seconds,
            moves,
            moves_per_second: moves as f64 / seconds,
            to_ack: Times::of(&timed.acks),
            to_last_viewer: Times::of(&timed.spreads),
            bytes,
            bytes_per_move: ratio(bytes as f64, moves),
            bytes_per_socket_second: ratio(bytes as f64 / seconds, timed.most_open),
            ..Self::default()
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |key: &str, value: &dyn fmt::Display| writeln!(f, "{key:<22} {value}");
        let totals = &self.totals;
        line("seed", &self.seed)?;
        line("rooms", &self.rooms)?;
        line("sockets at once", &self.sockets)?;
        line("sockets opened", &self.opened)?;
        line(
            "returns",
            &format_args!("{} resumed, {} whole", self.resumed, self.whole),
        )?;
        if !self.closes.is_empty() {
            line("closed by the server", &format_args!("{:?}", self.closes))?;
        }
        line(
            "decisions",
            &format_args!(
                "{} in {:.1} s: {:.0} a second",
                self.moves, self.seconds, self.moves_per_second
            ),
        )?;
        line("to the answer", &self.to_ack)?;
        line("to the last viewer", &self.to_last_viewer)?;
        line(
            "bytes down",
            &format_args!(
                "{}: {:.0} a decision, {:.0} a socket and second",
                self.bytes, self.bytes_per_move, self.bytes_per_socket_second
            ),
        )?;
        if let Some(cost) = &self.server {
            line(
                "server's processor",
                &format_args!(
                    "{:.2} s: {:.0} us a decision",
                    cost.cpu_seconds, cost.cpu_us_per_move
                ),
            )?;
            line(
                "server's memory",
                &format_args!(
                    "{} KiB before, {} KiB at most: {} KiB a room, {} KiB a socket",
                    cost.memory_before / 1024,
                    cost.memory_most / 1024,
                    cost.memory_per_room / 1024,
                    cost.memory_per_socket / 1024
                ),
            )?;
        }
        line(
            "commands",
            &format_args!(
                "{}: {} carried out, {} refused, {} without an answer",
                totals.commands, totals.acked, totals.refused, totals.open
            ),
        )?;
        line("games ended", &totals.ended)?;
        line("updates compared", &totals.updates)?;
        line("violations", &totals.violations)?;
        for violation in self.violations.iter().take(PRINTED) {
            writeln!(f, "  {violation}")?;
        }
        Ok(())
    }
}
