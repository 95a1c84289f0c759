//! The results of the measurements, and their tables.

use std::{fmt, time::Duration};

use super::{guests::Doors, probe::Visits};
use crate::latency::{Latencies, Times, float};

/// The measurements of players on one side of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// The number of decisions made.
    pub moves: u64,
    /// The duration of the measurement.
    pub time: Duration,
    /// The times from sending a decision to its answer.
    pub acks: Latencies,
    /// The times from sending a decision until the last player received it.
    pub spreads: Latencies,
    /// The bytes sent to the clients that cause the load.
    pub bytes: u64,
}

/// A comparison of players without and under a load.
#[derive(Clone, Debug)]
pub struct Part {
    /// The description of the load.
    pub load: String,
    /// The measurements without the load.
    pub quiet: Side,
    /// The measurements under the load.
    pub loaded: Side,
}

/// The results of one attack.
#[derive(Clone, Debug)]
pub struct Attacked {
    /// The measurements of the players.
    pub part: Part,
    /// The answers that the attackers got.
    pub doors: Doors,
    /// The visits of the host and of newcomers without the attack.
    pub quiet: [Visits; 2],
    /// The visits of the host and of newcomers under the attack.
    pub loaded: [Visits; 2],
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The comparison with many spectators of one room.
    pub watched: Part,
    /// The comparison with many newcomers.
    pub hammered: Part,
    /// The answers that the newcomers got.
    pub doors: Doors,
}

impl Side {
    /// Adds the measurements of another turn.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time += other.time;
        self.acks.add(&other.acks);
        self.spreads.add(&other.spreads);
        self.bytes += other.bytes;
    }

    /// Returns the times to the answer, and the times to the last player.
    fn times(&self) -> [Times; 2] {
        [&self.acks, &self.spreads].map(Times::of)
    }
}

fn ms(us: u64) -> f64 {
    float(us) / 1e3
}

/// The heading of the tables of comparisons.
pub const HEADING: &str = "                                               moves      a   to the answer, ms     to the last, ms
what the players of running games feel         timed second       p50       p99       p50       p99
";

impl Part {
    /// Creates a comparison without measurements.
    pub(super) fn of(load: String) -> Self {
        Self {
            load,
            quiet: Side::default(),
            loaded: Side::default(),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, side: &Side| {
            let [ack, last] = side.times();
            let rate = float(side.moves) / side.time.as_secs_f64();
            writeln!(
                f,
                "{name:<44} {:>7} {rate:>6.0} {:>9.2} {:>9.2} {:>9.2} {:>9.2}",
                ack.count,
                ms(ack.p50),
                ms(ack.p99),
                ms(last.p50),
                ms(last.p99)
            )
        };
        line("quiet", &self.quiet)?;
        line(&self.load, &self.loaded)?;
        let [before, after] = [&self.quiet, &self.loaded].map(Side::times);
        let ratio =
            |of: fn(&Times) -> u64, which: usize| ms(of(&after[which])) / ms(of(&before[which]));
        writeln!(
            f,
            "{:<44} {:>7} {:>6} {:>8.2}x {:>8.2}x {:>8.2}x {:>8.2}x",
            "ratio",
            "",
            "",
            ratio(|times| times.p50, 0),
            ratio(|times| times.p99, 0),
            ratio(|times| times.p50, 1),
            ratio(|times| times.p99, 1)
        )
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADING}")?;
        writeln!(f, "{}", self.watched)?;
        writeln!(f, "{}", self.hammered)?;
        write!(f, "newcomers: {}", self.doors)
    }
}

impl fmt::Display for Attacked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.part)?;
        let (loaded, doors) = (&self.part.loaded, &self.doors);
        let rate = float(loaded.bytes) / 1e6 / loaded.time.as_secs_f64();
        write!(
            f,
            "attackers, {rate:.2} MB a second through sockets: {doors}"
        )?;
        for (who, number) in [("owner", 0), ("newcomer", 1)] {
            for (when, visits) in [("quiet", &self.quiet), ("attacked", &self.loaded)] {
                let visits = &visits[number];
                let times = Times::of(&visits.times);
                writeln!(
                    f,
                    "{who}, {when}: {} came in, p50 {:.1} ms, p99 {:.1} ms; {} refused",
                    times.count,
                    ms(times.p50),
                    ms(times.p99),
                    visits.refused
                )?;
            }
        }
        Ok(())
    }
}
