//! Tests the server under faults: a swarm plays while the process is killed again and again.
//!
//! The program with failpoints takes the path of the normal one only within a single step.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use anyhow::{Context, Result};

use crate::{
    effort::Effort,
    root,
    tools::{beside, built, command, run},
};

/// The seed of the run that is part of the tests.
const SEED: &str = "1";
/// The duration of the faults in that run, in seconds.
const SECONDS: &str = "60";
/// The number of rooms in that run.
const ROOMS: &str = "16";
/// The same for the run over PostgreSQL.
const SECONDS_OVER_POSTGRES: &str = "45";
const ROOMS_OVER_POSTGRES: &str = "8";
/// The number of servers in the run with a shared database.
const NODES: &str = "3";
/// The seed of that run. In its minute nine of the twelve kinds of faults occur. Among them are a
/// server that is gone for longer than a lease, and a standby that takes over without having
/// received all data.
const SEED_OVER_NODES: &str = "435301";

/// Runs `senda-chaos` with these options, in a build of its own: like a production build, but with
/// failpoints.
pub fn long(options: &[String]) -> Result<()> {
    run(&mut command(&format!(
        "cargo build --release --locked --target-dir target/chaos --package senda \
         --package senda-load --features {AND_EXAMPLE}"
    )))?;
    run(command("target/chaos/release/senda-chaos").args(options))
}

const FAILPOINTS: &str = "senda/failpoints";
/// The failpoints and the example game, which exists only for tests. That game takes as long to
/// build as the whole server.
const AND_EXAMPLE: &str = "senda/failpoints,senda/example-game";

/// Returns the features for a run of the tests.
fn features(effort: Effort) -> &'static str {
    if effort == Effort::Deep {
        AND_EXAMPLE
    } else {
        FAILPOINTS
    }
}

/// Runs the swarm in three configurations and the mutants, all in parallel: a killed server and a
/// client that waits for it leave the machine to the others.
pub fn short(effort: Effort) -> Result<()> {
    let program = build(effort)?;
    let over_sqlite = format!("--seed {SEED} --seconds {SECONDS} --rooms {ROOMS}");
    let over_postgres = format!(
        "--seed {SEED} --seconds {SECONDS_OVER_POSTGRES} --rooms {ROOMS_OVER_POSTGRES} \
         --database postgres"
    );
    let over_nodes = format!(
        "--seed {SEED_OVER_NODES} --seconds {SECONDS} --rooms {ROOMS_OVER_POSTGRES} \
         --nodes {NODES} --standby asynchronous"
    );
    thread::scope(|scope| {
        let runs = [
            scope.spawn(|| run_with_faults(&program, &over_sqlite)),
            scope.spawn(|| run_with_faults(&program, &over_postgres)),
            scope.spawn(|| run_with_faults(&program, &over_nodes)),
            scope.spawn(|| mutants(&program, effort)),
        ];
        let results = runs.map(|run| run.join().expect("a run that does not panic"));
        results.into_iter().collect()
    })
}

fn run_with_faults(program: &Path, options: &str) -> Result<()> {
    let mut chaos = Command::new(beside("senda-chaos")?);
    chaos.arg("--program").arg(program);
    chaos.args(options.split(' ')).current_dir(root());
    run(&mut chaos)
}

/// Breaks each promise on purpose, and verifies that the tests detect it.
fn mutants(program: &Path, effort: Effort) -> Result<()> {
    let mut test = command(&format!(
        "cargo test --workspace --locked --features {} --test mutants -- --ignored \
         --test-threads 4",
        features(effort)
    ));
    test.env("SENDA_FAILPOINTS", program);
    run(test.envs([effort.environment()]))
}

/// Builds incrementally on top of the tests' build, and copies the program to a path other than the
/// normal one.
pub fn build(effort: Effort) -> Result<PathBuf> {
    let features = features(effort);
    let what = format!("--features {features} --bin senda --bin senda-chaos");
    run(&mut built(&what))?;
    let program = beside("senda-failpoints")?;
    fs::copy(beside("senda")?, &program).context("the program with its failpoints")?;
    Ok(program)
}
