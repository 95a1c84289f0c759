//! The server under faults: a swarm plays while the process is killed again and again.
//!
//! The program with its failpoints never stands where the usual one does for longer than a step.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use crate::{
    root,
    tools::{run, run_with},
};

/// Decides the run that is a part of the tests.
const SEED: &str = "1";
/// Seconds of faults in it.
const SECONDS: &str = "60";
/// Rooms in it.
const ROOMS: &str = "16";

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
        FEATURE,
    ];
    run(".", &[&build[..], &what].concat())?;
    let program = root().join(folder).join("release/senda-chaos");
    let program = program.to_str().context("a path that is text")?;
    run(".", &[&[program], options].concat())
}

const FEATURE: &str = "senda/failpoints";

/// A minute of it.
pub fn short() -> Result<()> {
    let program = build()?;
    let load = beside("senda-chaos")?;
    let words = [load.as_os_str(), "--program".as_ref()];
    let rest = ["--seconds", SECONDS, "--seed", SEED, "--rooms", ROOMS];
    let rest = rest.map(OsStr::new);
    let command: Vec<&OsStr> = words
        .into_iter()
        .chain([program.as_os_str()])
        .chain(rest)
        .collect();
    let command: Option<Vec<&str>> = command.into_iter().map(OsStr::to_str).collect();
    run(".", &command.context("a path that is text")?)
}

/// Breaks each promise on purpose, and sees that it is seen.
pub fn mutants() -> Result<()> {
    let program = build()?;
    let test = [
        "cargo",
        "test",
        "--workspace",
        "--locked",
        "--features",
        FEATURE,
    ];
    let what = [
        "--test",
        "mutants",
        "--",
        "--ignored",
        "--test-threads",
        "2",
    ];
    let environment: [(&str, &Path); 1] = [("SENDA_FAILPOINTS", &program)];
    run_with(".", &[&test[..], &what].concat(), &environment)
}

/// Builds on what the tests have built already, and puts the program elsewhere than the usual one.
pub fn build() -> Result<PathBuf> {
    let build = [
        "cargo",
        "build",
        "--workspace",
        "--locked",
        "--features",
        FEATURE,
    ];
    let what = [
        "--bin",
        "senda",
        "--bin",
        "senda-chaos",
        "--test",
        "mutants",
    ];
    run(".", &[&build[..], &what].concat())?;
    let program = beside("senda-failpoints")?;
    fs::copy(beside("senda")?, &program).context("the program with its failpoints")?;
    Ok(program)
}

/// A program beside this one.
fn beside(name: &str) -> Result<PathBuf> {
    Ok(env::current_exe().context("xtask")?.with_file_name(name))
}
