//! What a run is asked to measure.

use std::path::PathBuf;

use clap::Args;

/// Who plays, and for how long it is measured.
#[derive(Clone, Debug, Args)]
pub struct Measure {
    /// Rooms of four that are played in while others come.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub rooms: u32,
    /// Milliseconds that players think before they decide, on average.
    #[arg(long, default_value_t = 20)]
    pub think_ms: u64,
    /// Seconds of each turn: one quiet, one under the load.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..))]
    pub seconds: u64,
    /// Quiet turns, and as many under the load.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    pub turns: u32,
    /// Decides what people do.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The server's program; by default the one beside this.
    #[arg(long)]
    pub program: Option<PathBuf>,
}

/// How much of what.
#[derive(Clone, Debug, Args)]
pub struct Overload {
    #[command(flatten)]
    #[allow(missing_docs)] // its fields are the options
    pub measure: Measure,
    /// Sockets that watch the room of eight.
    #[arg(long, default_value_t = 2_000)]
    pub spectators: u32,
    /// Newcomers in each second: each wants to be somebody, to open a room, and to come in.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    pub newcomers: u32,
    /// Connections that send nothing.
    #[arg(long, default_value_t = 1_000)]
    pub silent: u32,
}
