//! The report of a run: how fast the server was, what it cost, and which promises it broke.

use std::{
    collections::BTreeMap,
    fmt,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use serde::Serialize;
use tokio::time::{sleep, sleep_until};

use crate::{
    latency::{Times, float},
    ledger::{Ledger, Totals, Violation},
    swarm::{Counted, Plan, Swarm},
    usage::Usage,
};

/// The timeout for all people to connect and begin to play.
const GATHER: Duration = Duration::from_mins(2);
/// The timeout for all games to end.
const FINISH: Duration = Duration::from_mins(5);
/// The interval between two samples of the server's memory.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// The maximum number of violations that are printed.
const PRINTED: usize = 20;

/// The resources that the server used while all people played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// The processor time in seconds.
    pub cpu_seconds: f64,
    /// The processor time for each decision in microseconds, including everything that comes with
    /// it.
    pub cpu_us_per_move: f64,
    /// The memory in bytes before the first person connected.
    pub memory_before: u64,
    /// The maximum memory in bytes.
    pub memory_most: u64,
    /// The additional memory in bytes divided by the number of rooms. It includes the sockets.
    pub memory_per_room: u64,
    /// The additional memory in bytes divided by the number of sockets. It includes the rooms.
    pub memory_per_socket: u64,
}

/// The results of a run. Rates and times are from the period in which all people played.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The seed of the run.
    pub seed: u64,
    /// The number of rooms at once.
    pub rooms: u32,
    /// The maximum number of sockets open at once.
    pub sockets: u64,
    /// The number of sockets that were opened.
    pub opened: u64,
    /// The number of returns that received only what was missed.
    pub resumed: u64,
    /// The number of returns that received the whole view.
    pub whole: u64,
    /// The sockets that the server closed, by close code.
    pub closes: BTreeMap<u16, u64>,
    /// The duration of the period in seconds.
    pub seconds: f64,
    /// The number of decisions in the period.
    pub moves: u64,
    /// The number of decisions per second.
    pub moves_per_second: f64,
    /// The times from sending a decision to its acknowledgement.
    pub to_ack: Times,
    /// The times from sending a decision until the last viewer received it.
    pub to_last_viewer: Times,
    /// The bytes of messages received in the period.
    pub bytes: u64,
    /// The bytes received for each decision.
    pub bytes_per_move: f64,
    /// The bytes received for each socket and second.
    pub bytes_per_socket_second: f64,
    /// The resources that the server used, if its process is known.
    pub server: Option<Cost>,
    /// The counters of the whole run.
    pub totals: Totals,
    /// The violations of the server's promises.
    pub violations: Vec<Violation>,
}

/// A sample of the counters at one moment.
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

/// Lets a swarm play for that number of seconds after all people have connected, and then to the
/// end of all games.
///
/// # Errors
/// Returns an error if the people can't connect, or if the server's process can't be measured.
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
    // Wait for messages that are still under way.
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

fn ratio(of: f64, by: u64) -> f64 {
    if by == 0 { 0.0 } else { of / float(by) }
}

impl Report {
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
            moves_per_second: float(moves) / seconds,
            to_ack: Times::of(&timed.acks),
            to_last_viewer: Times::of(&timed.spreads),
            bytes,
            bytes_per_move: ratio(float(bytes), moves),
            bytes_per_socket_second: ratio(float(bytes) / seconds, timed.most_open),
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
