//! What a run is asked to do.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// What to do to which server.
#[derive(Clone, Debug, Args)]
pub struct Chaos {
    /// Seconds of faults; the time to end all games comes on top.
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
    /// Decides the plan, the network and what people do.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Rooms that are played in at once.
    #[arg(long, default_value_t = 16)]
    pub rooms: u32,
    /// Goes on beyond the seconds until there have been so many hard kills.
    #[arg(long, default_value_t = 0)]
    pub hard_kills_at_least: u64,
    /// Goes on beyond the seconds until so many commands have been acknowledged.
    #[arg(long, default_value_t = 0)]
    pub acknowledged_at_least: u64,
    /// Several servers go on beyond the seconds until so much has been done to them.
    #[arg(long, default_value_t = 0)]
    pub faults_at_least: u64,
    /// The server's program, built with the feature `failpoints`; by default the one beside this.
    #[arg(long)]
    pub program: Option<PathBuf>,
    /// What the server keeps everything in.
    #[arg(long, value_enum, default_value_t = Database::Sqlite)]
    pub database: Database,
    /// Servers that share the database and are linked; with more than one it is a PostgreSQL.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub nodes: u8,
    /// A standby of the database of several servers, which takes over now and then.
    #[arg(long, value_enum)]
    pub standby: Option<Standby>,
    /// Several servers live through that alone, one after the other, and people's own network is fair.
    #[arg(long, value_enum, conflicts_with = "standby")]
    pub only: Option<Only>,
    /// Milliseconds that people think before they decide, on average; without it as long as two processors need.
    #[arg(long)]
    pub think_ms: Option<u64>,
    /// A promise that the server breaks on purpose.
    #[arg(long)]
    pub mutant: Option<String>,
    /// Stops at the first promise that is not kept.
    #[arg(long)]
    pub stop_at_first: bool,
    /// Keeps the data folder and the log.
    #[arg(long)]
    pub keep: bool,
}

/// What several servers live through, if it is only one thing.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Only {
    /// Each is replaced, as an update does.
    Updates,
    /// Each is killed, and started again at once or after more than a lease.
    Losses,
}

/// What a server keeps everything in.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum Database {
    /// A file in its data folder.
    #[default]
    Sqlite,
    /// A PostgreSQL of the run's own, which is restarted now and then without having been told to end.
    Postgres,
}

/// What a database waits for before it says that something is stored.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Standby {
    /// The standby has it too: nothing is lost when it takes over.
    Synchronous,
    /// Itself: the last moments are lost.
    Asynchronous,
}
