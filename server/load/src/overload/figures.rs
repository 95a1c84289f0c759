//! What was measured, and the table of it.

use std::{fmt, time::Duration};

use super::{guests::Doors, probe::Visits};
use crate::latency::{Latencies, Times};

/// What players felt, on one side of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Decisions.
    pub moves: u64,
    /// For so long.
    pub time: Duration,
    /// From sending each to its answer.
    pub acks: Latencies,
    /// From sending each until the last player was told of it.
    pub spreads: Latencies,
    /// Bytes that those who cause the load were sent.
    pub bytes: u64,
}

/// A comparison.
#[derive(Clone, Debug)]
pub struct Part {
    /// What the load is.
    pub load: String,
    /// Without it.
    pub quiet: Side,
    /// Under it.
    pub loaded: Side,
}

/// An attack.
#[derive(Clone, Debug)]
pub struct Attacked {
    /// What players felt.
    pub part: Part,
    /// What the attackers met.
    pub doors: Doors,
    /// The visits of an owner and of newcomers, without the attack.
    pub quiet: [Visits; 2],
    /// And under it.
    pub loaded: [Visits; 2],
}

/// What a run has shown.
#[derive(Clone, Debug)]
pub struct Figures {
    /// With many who watch one room.
    pub watched: Part,
    /// With many who are new.
    pub hammered: Part,
    /// What the newcomers met.
    pub doors: Doors,
}

impl Side {
    /// Adds what was measured in another turn.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time += other.time;
        self.acks.add(&other.acks);
        self.spreads.add(&other.spreads);
        self.bytes += other.bytes;
    }

    /// From sending to the answer, and to the last player.
    fn times(&self) -> [Times; 2] {
        [&self.acks, &self.spreads].map(Times::of)
    }
}

#[allow(clippy::cast_precision_loss)] // for people to read
fn ms(us: u64) -> f64 {
    us as f64 / 1e3
}

/// The heading of the tables of parts.
#[derive(Copy, Clone, Debug)]
pub struct Heading;

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<44} {:>7} {:>6} {:>19} {:>19}",
            "", "moves", "a", "to the answer, ms", "to the last, ms"
        )?;
        writeln!(
            f,
            "{:<44} {:>7} {:>6} {:>9} {:>9} {:>9} {:>9}",
            "what the players of running games feel", "timed", "second", "p50", "p99", "p50", "p99"
        )
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            load,
            quiet,
            loaded,
        } = self;
        let mut line = |name: &str, side: &Side| {
            let [ack, last] = side.times();
            #[allow(clippy::cast_precision_loss)] // for people to read
            let rate = side.moves as f64 / side.time.as_secs_f64();
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
        line("quiet", quiet)?;
        line(load, loaded)?;
        let [before, after] = [quiet, loaded].map(Side::times);
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
        writeln!(f, "{Heading}")?;
        writeln!(f, "{}", self.watched)?;
        writeln!(f, "{}", self.hammered)?;
        write!(f, "newcomers: {}", self.doors)
    }
}

impl fmt::Display for Attacked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            part,
            doors,
            quiet,
            loaded,
        } = self;
        writeln!(f, "{part}")?;
        #[allow(clippy::cast_precision_loss)] // for people to read
        let rate = part.loaded.bytes as f64 / 1e6 / part.loaded.time.as_secs_f64();
        write!(
            f,
            "attackers, {rate:.2} MB a second through sockets: {doors}"
        )?;
        for (who, number) in [("owner", 0), ("newcomer", 1)] {
            for (when, visits) in [("quiet", &quiet[number]), ("attacked", &loaded[number])] {
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
