//! The server under faults: a swarm plays while the process is killed again and again.
//!
//! The program with its failpoints never stands where the usual one does for longer than a step.

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

/// Decides the run that is a part of the tests.
const SEED: &str = "1";
/// Seconds of faults in it.
const SECONDS: &str = "60";
/// Rooms in it.
const ROOMS: &str = "16";
/// The same where the server's database is a PostgreSQL.
const SECONDS_OVER_POSTGRES: &str = "45";
const ROOMS_OVER_POSTGRES: &str = "8";
/// Servers of the run in which several share a database.
const NODES: &str = "3";
/// Decides that one: in its minute nine of twelve kinds of faults happen, among them a server that is gone for longer
/// than a lease, and a standby that takes over without having had all.
const SEED_OVER_NODES: &str = "435301";

/// Runs with those options of `senda-chaos`: a build of its own, as people would use it but for
/// the failpoints.
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
/// The same, and the game that is only in the tests: it takes as long to build as all of the server.
const AND_EXAMPLE: &str = "senda/failpoints,senda/example-game";

/// The features of a run of the tests.
fn features(effort: Effort) -> &'static str {
    if effort == Effort::Deep {
        AND_EXAMPLE
    } else {
        FAILPOINTS
    }
}

/// Runs of it, and the mutants: side by side, as a killed server and one who waits for it leave the machine to others.
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

/// Breaks each promise on purpose, and sees that it is seen.
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

/// Builds on what the tests have built already, and puts the program elsewhere than the usual one.
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

/// A program beside this one.
fn beside(name: &str) -> Result<PathBuf> {
    Ok(env::current_exe().context("xtask")?.with_file_name(name))
}
