//! The results of a benchmark run, as JSON and as Markdown tables.

use std::{collections::BTreeMap, fmt, fs, thread, time::Instant};

use serde::{Serialize, Serializer};

use super::{
    bytes::Viewer,
    options::{Bench, Subject},
};
use crate::latency::{Latencies, Times, float};

/// The processor time that the load generator itself takes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Load {
    /// The processor time for each move in microseconds.
    pub us: f64,
    /// The number of processors in use, on average.
    pub cores: f64,
}

/// The results of one speed measurement.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Speed {
    /// The number of commands per second that were stored and sent to all viewers.
    pub moves_per_second: f64,
    /// The share of them that were decisions in a game. The others begin the games.
    pub decisions_part: f64,
    /// The median time in milliseconds from a decision to its answer.
    pub p50_ms: f64,
    /// The 99th percentile of the time in milliseconds from a decision to its answer.
    pub p99_ms: f64,
    /// The processor time of the server for each move in microseconds, including the kernel's
    /// share.
    pub server_us: f64,
    /// The same for the database, if it is a process of its own.
    pub database_us: f64,
    /// The processor time that the load generator took.
    pub load: Load,
    /// The bytes sent to all players together for each decision.
    pub bytes: f64,
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.0} moves/s ({:.0} % decisions), p50 {:.2} ms, p99 {:.2} ms, server {:.1} us, load {:.1} us, {:.0} bytes",
            self.moves_per_second,
            self.decisions_part * 100.0,
            self.p50_ms,
            self.p99_ms,
            self.server_us,
            self.load.us,
            self.bytes
        )
    }
}

/// The speed of each round, by server and number of rooms.
pub type Speeds = BTreeMap<(Subject, u32), Vec<Speed>>;

/// The bytes of a decision in one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sizes {
    /// The number of players in each room.
    pub players: u8,
    /// The number of decisions that were counted.
    pub moves: u64,
    /// The average bytes of a message, by the role of its receiver and by its kind.
    pub each: BTreeMap<Viewer, BTreeMap<&'static str, f64>>,
    /// The bytes sent to all players together.
    pub to_players: f64,
}

impl Sizes {
    /// Returns the bytes of a decision to one viewer of that role, in all messages together.
    fn to(&self, viewer: Viewer) -> f64 {
        let each = self.each.get(&viewer);
        each.map_or(0.0, |each| each.values().sum())
    }
}

/// The memory in bytes that the server uses for each object.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Memory {
    /// The memory of an idle socket, in Senda's lobby or in a room of the relay.
    pub socket: f64,
    /// The memory of a new room, not counting the one socket in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_room: Option<f64>,
    /// The memory of a room in the middle of a game, not counting its sockets, which are taken to
    /// be as large as idle ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_room: Option<f64>,
    /// The memory of a socket in a room in the middle of a game, including its share of the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played_socket: Option<f64>,
}

/// The recovery times of the server after it was killed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Restart {
    /// The number of times that the server was killed.
    pub times: u32,
    /// The number of rooms that were requested each time.
    pub rooms: u32,
    /// The times from starting the program until it was ready.
    pub ready: Latencies,
    /// The times from requesting a room until its first message.
    pub first: Latencies,
    /// The number of records of a long room.
    pub records: u32,
    /// The times from requesting a long room until its first message, while no game was played.
    pub long: Latencies,
    /// The same times while a game was played in another room.
    pub beside: Latencies,
    /// The times from sending a decision to its answer, while no long room was being loaded.
    pub quiet: Latencies,
    /// The same times while a long room was being loaded.
    pub meanwhile: Latencies,
}

/// All results of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// The number of processors of this machine.
    pub processors: usize,
    /// The duration of each measurement in seconds.
    pub seconds: u64,
    /// The load average of the machine over one minute, before and after the run.
    pub machine_load: [f64; 2],
    /// The duration of the whole run in seconds.
    pub took: f64,
    /// The speed of each round, by server and number of rooms.
    #[serde(serialize_with = "by_rooms")]
    pub speed: Speeds,
    /// The bytes of a decision, by game.
    pub bytes: BTreeMap<&'static str, Sizes>,
    /// The memory use, by server.
    pub memory: BTreeMap<Subject, Memory>,
    /// The recovery times after a kill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restart: Option<Restart>,
    #[serde(skip)]
    began: Instant,
}

#[derive(Serialize)]
struct Row<'a> {
    server: Subject,
    rooms: u32,
    median: Speed,
    rounds: &'a [Speed],
}

fn by_rooms<S: Serializer>(speed: &Speeds, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(speed.iter().map(|((server, rooms), rounds)| Row {
        server: *server,
        rooms: *rooms,
        median: median(rounds),
        rounds,
    }))
}

/// Returns the median of one figure over the rounds.
pub(super) fn median_of(rounds: &[Speed], figure: fn(&Speed) -> f64) -> f64 {
    let mut all: Vec<f64> = rounds.iter().map(figure).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

/// Returns the median of each figure by itself.
fn median(rounds: &[Speed]) -> Speed {
    let of = |figure| median_of(rounds, figure);
    Speed {
        moves_per_second: of(|speed| speed.moves_per_second),
        decisions_part: of(|speed| speed.decisions_part),
        p50_ms: of(|speed| speed.p50_ms),
        p99_ms: of(|speed| speed.p99_ms),
        server_us: of(|speed| speed.server_us),
        database_us: of(|speed| speed.database_us),
        load: Load {
            us: of(|speed| speed.load.us),
            cores: of(|speed| speed.load.cores),
        },
        bytes: of(|speed| speed.bytes),
    }
}

/// Returns a Markdown table, or nothing if it has no rows.
pub(super) fn table(heading: &str, rows: impl IntoIterator<Item = String>) -> String {
    let rows: String = rows.into_iter().collect();
    if rows.is_empty() {
        return rows;
    }
    let columns = heading.matches('|').count() - 1;
    format!("{heading}\n{}|\n{rows}", "|---".repeat(columns))
}

/// Returns the load average of the machine over the last minute, or 0 where the system has none.
fn machine_load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split(' ').next().and_then(|first| first.parse().ok());
    first.unwrap_or_default()
}

impl Figures {
    /// Creates the results of a run that begins now.
    pub(super) fn begin(bench: &Bench) -> Self {
        Self {
            processors: thread::available_parallelism().map_or(0, Into::into),
            seconds: bench.seconds,
            machine_load: [machine_load(), 0.0],
            took: 0.0,
            speed: BTreeMap::new(),
            bytes: BTreeMap::new(),
            memory: BTreeMap::new(),
            restart: None,
            began: Instant::now(),
        }
    }

    pub(super) fn end(&mut self) {
        self.machine_load[1] = machine_load();
        self.took = self.began.elapsed().as_secs_f64();
    }

    /// Returns the tables for the documentation.
    pub fn tables(&self) -> String {
        let tables = [
            self.speeds(),
            self.sizes(),
            self.memories(),
            self.restarts(),
        ];
        let tables: Vec<String> = tables
            .into_iter()
            .filter(|table| !table.is_empty())
            .collect();
        tables.join("\n")
    }

    fn speeds(&self) -> String {
        let medians = self.speed.iter().map(|((subject, rooms), rounds)| {
            let speed = median(rounds);
            format!(
                "| {} | {rooms} | {:.0} | {:.1} and {:.1} ms | {:.0} us | {:.0} us | {:.0} |\n",
                subject.name(),
                speed.moves_per_second,
                speed.p50_ms,
                speed.p99_ms,
                speed.server_us,
                speed.load.us,
                speed.bytes
            )
        });
        let both = self.speed.iter().filter_map(|((subject, rooms), rounds)| {
            let relay = self.speed.get(&(Subject::Relay, *rooms))?;
            (*subject == Subject::Senda).then_some((rooms, median(rounds), median(relay)))
        });
        let ratios = both.map(|(rooms, senda, relay)| {
            format!(
                "| Senda to relay | {rooms} | {:.2}x | p99 {:.2}x | {:.2}x | | {:.2}x |\n",
                senda.moves_per_second / relay.moves_per_second,
                senda.p99_ms / relay.p99_ms,
                senda.server_us / relay.server_us,
                senda.bytes / relay.bytes
            )
        });
        let heading = "| server | rooms of eight | moves a second | answer, p50 and p99 | \
                       CPU a move: server | the players | bytes a decision |";
        table(heading, medians.chain(ratios))
    }

    fn sizes(&self) -> String {
        let rows = self.bytes.iter().map(|(game, sizes)| {
            format!(
                "| {game} | {} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0} |\n",
                sizes.players,
                sizes.to(Viewer::Mover),
                sizes.to(Viewer::Next),
                sizes.to(Viewer::Other),
                sizes.to(Viewer::Spectator),
                sizes.to_players
            )
        });
        let heading = "| bytes of a decision | players | to the mover | to who decides next | \
                       to each other player | to one who watches | to all players |";
        table(heading, rows)
    }

    fn memories(&self) -> String {
        let kib = |bytes: Option<f64>| {
            bytes.map_or_else(String::new, |bytes| format!("{:.1} KiB", bytes / 1024.0))
        };
        let rows = self.memory.iter().map(|(subject, memory)| {
            format!(
                "| {} | {} | {} | {} | {} |\n",
                subject.name(),
                kib(Some(memory.socket)),
                kib(memory.new_room),
                kib(memory.played_room),
                kib(memory.played_socket)
            )
        });
        let heading = "| memory | an idle socket | a new room | a room in mid-game, beside eight such sockets | \
                       a socket there, with its share of the room |";
        table(heading, rows)
    }

    fn restarts(&self) -> String {
        let Some(restart) = &self.restart else {
            return String::new();
        };
        let row = |what: &str, times: &Latencies| {
            let times = Times::of(times);
            let count = times.count;
            let [p50, p99, max] = [times.p50, times.p99, times.max].map(|us| float(us) / 1e3);
            format!("| {what} | {count} | {p50:.1} ms | {p99:.1} ms | {max:.1} ms |\n")
        };
        let Restart { rooms, records, .. } = restart;
        let first = format!("first word of one of {rooms} rooms");
        let long = format!("first word of a room of {records} records");
        let rows = [
            row("until the server is ready", &restart.ready),
            row(&first, &restart.first),
            row(&long, &restart.long),
            row("the same while eight play at full speed", &restart.beside),
            row("answers to players meanwhile", &restart.meanwhile),
            row("answers to them otherwise", &restart.quiet),
        ];
        table("| after `kill -9` | times | p50 | p99 | longest |", rows)
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, after] = self.machine_load;
        writeln!(f, "{}", self.tables())?;
        writeln!(
            f,
            "{} processors, {} s each, medians; load of the machine {before:.1} before and {after:.1} afterwards; \
             {:.0} s in all",
            self.processors, self.seconds, self.took
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_taken_of_each_figure() {
        let of = |moves_per_second, server_us| Speed {
            moves_per_second,
            server_us,
            ..Speed::default()
        };
        let seen = median(&[of(3.0, 1.0), of(1.0, 9.0), of(2.0, 5.0)]);
        assert_eq!(seen, of(2.0, 5.0));
        assert_eq!(median(&[]), Speed::default());
    }
}
