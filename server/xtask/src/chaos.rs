//! Tests the server under faults: a swarm plays while the process is killed again and again.
//!
//! The program with failpoints takes the path of the normal one only within a single step.

use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
};

use anyhow::{Context, Result};

use crate::{
    effort::Effort,
    root,
    tools::{built, run, run_with},
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
pub fn long(options: &[&str]) -> Result<()> {
    let folder = "target/chaos";
    let build = [
        "cargo",
        "build",
        "--release",
        "--locked",
        "--target-dir",
        folder,
    ];
    let what = [
        "--package",
        "senda",
        "--package",
        "senda-load",
        "--features",
        AND_EXAMPLE,
    ];
    run(".", &[&build[..], &what].concat())?;
    let program = root().join(folder).join("release/senda-chaos");
    let program = program.to_str().context("a path that is text")?;
    run(".", &[&[program], options].concat())
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
    let over_sqlite = ["--seed", SEED, "--seconds", SECONDS, "--rooms", ROOMS];
    let over_postgres = [
        "--seed",
        SEED,
        "--seconds",
        SECONDS_OVER_POSTGRES,
        "--rooms",
        ROOMS_OVER_POSTGRES,
        "--database",
        "postgres",
    ];
    let over_nodes = [
        "--seed",
        SEED_OVER_NODES,
        "--seconds",
        SECONDS,
        "--rooms",
        ROOMS_OVER_POSTGRES,
        "--nodes",
        NODES,
        "--standby",
        "asynchronous",
    ];
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

fn run_with_faults(program: &Path, options: &[&str]) -> Result<()> {
    let load = beside("senda-chaos")?;
    let path = |path: &Path| path.to_str().map(str::to_owned);
    let (load, program) = path(&load)
        .zip(path(program))
        .context("a path that is text")?;
    let words = [&*load, "--program", &*program];
    run(".", &[&words[..], options].concat())
}

/// Breaks each promise on purpose, and verifies that the tests detect it.
fn mutants(program: &Path, effort: Effort) -> Result<()> {
    let test = [
        "cargo",
        "test",
        "--workspace",
        "--locked",
        "--features",
        features(effort),
    ];
    let what = [
        "--test",
        "mutants",
        "--",
        "--ignored",
        "--test-threads",
        "2",
    ];
    let environment = [("SENDA_FAILPOINTS", program), effort.environment()];
    run_with(".", &[&test[..], &what].concat(), &environment)
}

/// Builds incrementally on top of the tests' build, and copies the program to a path other than the
/// normal one.
pub fn build(effort: Effort) -> Result<PathBuf> {
    let what = [
        "--features",
        features(effort),
        "--bin",
        "senda",
        "--bin",
        "senda-chaos",
    ];
    run(".", &built(&what))?;
    let program = beside("senda-failpoints")?;
    fs::copy(beside("senda")?, &program).context("the program with its failpoints")?;
    Ok(program)
}

/// Returns the path of a program in the same folder as this one.
fn beside(name: &str) -> Result<PathBuf> {
    Ok(env::current_exe().context("xtask")?.with_file_name(name))
}
