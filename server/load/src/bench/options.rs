//! What a run is asked to measure.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

/// What is measured, and for how long.
#[derive(Clone, Debug, Args)]
pub struct Bench {
    /// Rooms of eight at once; one run for each of these numbers.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 20, 100],
          value_parser = clap::value_parser!(u32).range(1..=200))]
    pub rooms: Vec<u32>,
    /// Measures this one alone.
    #[arg(long, value_enum)]
    pub only: Option<Subject>,
    /// Measures these alone.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Part::ALL)]
    pub parts: Vec<Part>,
    /// Times that each is measured, in turns; what is told is the median.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Seconds of each time.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..))]
    pub seconds: u64,
    /// The server's program; by default the one beside this.
    #[arg(long)]
    pub program: Option<PathBuf>,
    /// The relay's program; by default the one among the examples beside this.
    #[arg(long)]
    pub relay: Option<PathBuf>,
}

/// What is measured against what.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The server.
    Senda,
    /// The least that keeps every move and tells everybody: `examples/relay.rs`.
    Relay,
    /// The server over a PostgreSQL.
    #[value(skip)]
    Postgres,
    /// Three servers over one, each with the sockets of its own rooms.
    #[value(skip)]
    Apart,
    /// Three servers over one, each with half of the sockets of its own rooms, and others of the others'.
    #[value(skip)]
    Forwarded,
}

impl Subject {
    /// Its name for people.
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

/// A part of a run.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Part {
    /// Moves a second, how soon they are answered, and what they cost.
    Speed,
    /// Bytes of a move by message and by who receives it, in every game.
    Bytes,
    /// Memory of a socket and of a room.
    Memory,
    /// How soon rooms are there again after the server was killed.
    Restart,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Speed, Self::Bytes, Self::Memory, Self::Restart];
}

impl Bench {
    /// What is measured in turns.
    pub fn subjects(&self) -> Vec<Subject> {
        let both = [Subject::Senda, Subject::Relay];
        let chosen = |subject: &Subject| self.only.is_none_or(|only| only == *subject);
        both.into_iter().filter(chosen).collect()
    }
}
