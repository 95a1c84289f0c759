//! The options of a benchmark run.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

/// The choice of what is measured, and for how long.
#[derive(Clone, Debug, Args)]
pub struct Bench {
    /// Rooms of eight players at once; one measurement for each of these numbers.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 20, 100],
          value_parser = clap::value_parser!(u32).range(1..=200))]
    pub rooms: Vec<u32>,
    /// Measures only this server.
    #[arg(long, value_enum)]
    pub only: Option<Subject>,
    /// Measures only these parts.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Part::value_variants().to_vec())]
    pub parts: Vec<Part>,
    /// Rounds of each measurement, in turns; the tables show the median.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Seconds of each measurement.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..))]
    pub seconds: u64,
    /// The server's program; by default the one next to this program.
    #[arg(long)]
    pub program: Option<PathBuf>,
    /// The relay's program; by default the one among the examples next to this program.
    #[arg(long)]
    pub relay: Option<PathBuf>,
}

/// A server, or a set of servers, that is measured.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The Senda server with SQLite.
    Senda,
    /// The minimal server that stores every move and sends it to all: `examples/relay.rs`.
    Relay,
    /// One Senda server with a PostgreSQL database.
    #[value(skip)]
    Postgres,
    /// Three Senda servers with one PostgreSQL database, where each socket is on the server that
    /// owns its room.
    #[value(skip)]
    Apart,
    /// Three Senda servers with one PostgreSQL database, where half of the sockets are on another
    /// server than the one that owns their room.
    #[value(skip)]
    Forwarded,
}

impl Subject {
    /// Returns the name that tables show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Senda => "Senda",
            Self::Relay => "relay",
            Self::Postgres => "one server on PostgreSQL",
            Self::Apart => "three servers, none forwarded",
            Self::Forwarded => "three servers, half of all sockets forwarded",
        }
    }
}

/// A part of a benchmark run.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Part {
    /// The moves per second, the time to their answers, and their processor time.
    Speed,
    /// The bytes of a move by message and by receiver, in every game.
    Bytes,
    /// The memory of a socket and of a room.
    Memory,
    /// The time until rooms are available again after the server was killed.
    Restart,
}

impl Bench {
    /// Returns the servers that are measured in turns.
    pub fn subjects(&self) -> Vec<Subject> {
        let both = [Subject::Senda, Subject::Relay];
        let chosen = |subject: &Subject| self.only.is_none_or(|only| only == *subject);
        both.into_iter().filter(chosen).collect()
    }
}
