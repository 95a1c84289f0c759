//! The options of an overload run.

use std::path::PathBuf;

use clap::{Args, Parser};

/// The players, and the duration of the measurement.
#[derive(Clone, Debug, Args)]
pub struct Measure {
    /// Rooms of four players that are measured.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub rooms: u32,
    /// Average milliseconds that players think before a decision.
    #[arg(long, default_value_t = 20)]
    pub think_ms: u64,
    /// Seconds of each turn: one turn is quiet, one is under the load.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..))]
    pub seconds: u64,
    /// Quiet turns, and as many turns under the load.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    pub turns: u32,
    /// The seed of all decisions of the people.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The server's program; by default the one next to this program.
    #[arg(long)]
    pub program: Option<PathBuf>,
}

/// Starts the server, and measures players while many watch, and while many are new.
#[derive(Clone, Debug, Parser)]
#[command(name = "senda-overload")]
pub struct Overload {
    #[command(flatten)]
    #[expect(missing_docs, reason = "the fields document the options")]
    pub measure: Measure,
    /// Sockets that watch the room of eight players.
    #[arg(long, default_value_t = 2_000)]
    pub spectators: u32,
    /// Newcomers per second: each creates a session, opens a room, and enters it.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub newcomers: u32,
    /// Connections that send nothing.
    #[arg(long, default_value_t = 1_000)]
    pub silent: u32,
}
