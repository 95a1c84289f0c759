//! The options of a run with faults.

use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// Plays on a server that is killed over and over, and checks all its messages.
#[derive(Clone, Debug, Parser)]
#[command(name = "senda-chaos")]
pub struct Chaos {
    /// Seconds of faults; the time to end all games is added.
    #[arg(long, default_value_t = 60)]
    pub seconds: u64,
    /// The seed of the plan, the network and the people's decisions.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Rooms in which games are played at once.
    #[arg(long, default_value_t = 16)]
    pub rooms: u32,
    /// Goes on beyond the seconds until there have been that many hard kills.
    #[arg(long, default_value_t = 0)]
    pub hard_kills_at_least: u64,
    /// Goes on beyond the seconds until that many commands have been acknowledged.
    #[arg(long, default_value_t = 0)]
    pub acknowledged_at_least: u64,
    /// A run with several servers goes on beyond the seconds until there have been that many
    /// faults.
    #[arg(long, default_value_t = 0)]
    pub faults_at_least: u64,
    /// The server's program, built with the feature `failpoints`; by default the one next to this
    /// program.
    #[arg(long)]
    pub program: Option<PathBuf>,
    /// The server's database.
    #[arg(long, value_enum, default_value_t = Database::Sqlite)]
    pub database: Database,
    /// Servers that share the database and are linked; with more than one it is a PostgreSQL.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub nodes: u8,
    /// A standby of the database of several servers, which takes over now and then.
    #[arg(long, value_enum)]
    pub standby: Option<Standby>,
    /// Several servers meet only this fault, one after the other, and the people's network has no
    /// faults.
    #[arg(long, value_enum, conflicts_with = "standby")]
    pub only: Option<Only>,
    /// Average milliseconds that people think before a decision; by default as many as two
    /// processors need.
    #[arg(long)]
    pub think_ms: Option<u64>,
    /// A promise that the server breaks on purpose.
    #[arg(long)]
    pub mutant: Option<String>,
    /// Stops at the first promise that is broken.
    #[arg(long)]
    pub stop_at_first: bool,
    /// Keeps the data folder and the log.
    #[arg(long)]
    pub keep: bool,
}

/// The only kind of fault in a run with several servers.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Only {
    /// Each server is replaced, as in an update.
    Updates,
    /// Each server is killed, and started again at once or after more than a lease.
    Losses,
}

/// The database of a server.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum Database {
    /// A SQLite file in the data folder.
    #[default]
    Sqlite,
    /// A PostgreSQL of this run, which now and then crashes and is started again.
    Postgres,
}

/// The guarantee of a database when it acknowledges a commit.
#[derive(Copy, Clone, Debug, Eq, PartialEq, ValueEnum)]
pub enum Standby {
    /// The standby has the commit too, so nothing is lost when it takes over.
    Synchronous,
    /// Only the database itself has the commit, so the last moments are lost when the standby takes
    /// over.
    Asynchronous,
}
