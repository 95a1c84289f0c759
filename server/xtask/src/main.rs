//! Developer tasks: `cargo xtask <task>`.

use std::{path::Path, process::ExitCode};

use clap::{Args, Parser};

use self::{
    effort::Effort,
    measure::{arena, bench, page_speed},
};

mod architecture;
mod chaos;
mod effort;
mod files;
mod instructions;
mod language;
mod licences;
mod measure;
mod postgres;
mod release;
mod steps;
mod tools;

#[cfg(test)]
mod readme;

/// Developer tasks.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    /// Runs all checks and tests in order, and stops at the first failure.
    Test {
        /// Runs the quick ones, with fewer random cases.
        #[arg(long, overrides_with = "deep")]
        fast: bool,
        /// Runs all of them with more random cases, and plays whole games in browsers.
        #[arg(long, overrides_with = "fast")]
        deep: bool,
        /// Runs one step, also with --fast or --deep.
        #[arg(long, value_name = "STEP")]
        only: Option<String>,
        /// Lists the steps.
        #[arg(long)]
        list: bool,
    },
    /// Runs the tests of the store over a PostgreSQL database, or one that is compatible with it,
    /// as a user who may create databases.
    TestStore {
        /// The URL of the database.
        #[arg(long, value_name = "URL")]
        database: String,
    },
    /// Kills the server again and again while a swarm plays. The options are those of
    /// `senda-chaos`, such as --seconds 1800 --seed 1 --rooms 200.
    Chaos(Options),
    /// Measures how soon the lobby and the rooms are shown on a slow phone and a slow network, with
    /// a release build. With --json it also prints the figures as JSON.
    PageSpeed(Options),
    /// Measures the cost of a move beside that of a bare relay, and writes the tables of
    /// docs/performance.md. The options are those of `senda-bench`, such as --rooms 20 --only
    /// senda, and with any of them no tables are written.
    Bench(Options),
    /// Measures moves and crowds on three servers that share a database. The options are those of
    /// `senda-bench-nodes`, such as --just crowds.
    BenchNodes(Options),
    /// Lets bots play against each other and writes the tables of docs/bots.md. It continues an
    /// interrupted run, and --minutes 60 limits its time. The other options are those of `senda
    /// arena`, such as --ladder hard --games 200, and with any of them no tables are written.
    Arena(Options),
    /// Generates the client's files from the server's code: the types of messages in
    /// web/client/protocol.d.ts, and the rules that a host can choose. With --check it only checks
    /// whether they are up to date.
    Types(Options),
    /// Checks the licences of all dependencies against deny.toml.
    Licences,
    /// Builds what a release publishes, into target/dist: an archive and a Debian package for each
    /// processor whose standard library rustup has installed, and their checksums.
    Dist {
        /// Refuses to build if the version in Cargo.toml is not that of this tag, such as v1.2.3,
        /// or if CHANGELOG.md has no section for it. Also writes that section to target/notes.md.
        #[arg(long)]
        tag: Option<String>,
    },
}

// These are the options of another program, which also prints its own help.
#[derive(Args)]
#[command(disable_help_flag = true)]
struct Options {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

fn main() -> ExitCode {
    match run(Task::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A backtrace would follow the failed tests, which are what one looks for at the end.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> anyhow::Result<()> {
    match task {
        Task::Test { list: true, .. } => {
            steps::list();
            Ok(())
        }
        Task::Test {
            fast, deep, only, ..
        } => {
            let effort = match (fast, deep) {
                (true, _) => Effort::Fast,
                (_, true) => Effort::Deep,
                _ => Effort::Normal,
            };
            steps::test(effort, only.as_deref())
        }
        Task::TestStore { database } => postgres::test_at(&database),
        Task::Chaos(Options { options }) => chaos::long(&options),
        Task::PageSpeed(Options { options }) => page_speed::measure(&options),
        Task::Bench(Options { options }) => bench::run_with_options(&options),
        Task::BenchNodes(Options { options }) => bench::nodes(&options),
        Task::Arena(Options { options }) => arena::run_with_options(&options),
        Task::Types(Options { options }) => types(&options),
        Task::Licences => licences::check(),
        Task::Dist { tag } => release::dist(tag.as_deref()),
    }
}

/// Generates the client's files with a program that knows the server's types.
fn types(options: &[String]) -> anyhow::Result<()> {
    let program = "cargo run --quiet --locked --package senda-types --";
    tools::run(tools::command(program).args(options))
}

/// Returns the root folder of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
