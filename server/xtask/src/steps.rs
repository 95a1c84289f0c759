//! The checks and tests in order. Those that fail quickly come first.

use std::{
    thread::{self, ScopedJoinHandle},
    time::{Duration, Instant},
};

use anyhow::{Context, Result};

use crate::{
    architecture, chaos,
    effort::Effort,
    instructions, language, licences, postgres,
    release::{image, package},
    tools::{beside, browser_tests, built, command, cores, install, npm, run, tests},
};

struct Step {
    name: &'static str,
    /// The least effort that includes the step.
    from: Effort,
    run: fn(Effort) -> Result<()>,
}

const fn always(name: &'static str, run: fn(Effort) -> Result<()>) -> Step {
    let from = Effort::Fast;
    Step { name, from, run }
}

const fn normally(name: &'static str, run: fn(Effort) -> Result<()>) -> Step {
    let from = Effort::Normal;
    Step { name, from, run }
}

const fn deeply(name: &'static str, run: fn(Effort) -> Result<()>) -> Step {
    let from = Effort::Deep;
    Step { name, from, run }
}

/// The steps in order. Cargo's steps name the whole workspace, so that they share the build.
///
/// The steps in one row run in parallel: quick ones that use one core, and ones that compute while
/// others wait for killed servers.
const STEPS: &[&[Step]] = &[
    &[always("tools", install)],
    &[
        always("format", |_| format()),
        always("architecture", |_| architecture::check()),
        always("language", |_| language::check()),
        always("licences", |_| licences::check()),
        always("client", |_| run(&mut npm("check"))),
        always("client-unit", |_| run(&mut npm("unit"))),
    ],
    &[always("lint", |_| lint())],
    &[always("rust", rust)],
    &[normally("postgres", |_| postgres::test())],
    &[normally("instructions", |_| instructions::check())],
    &[
        normally("docs", |_| docs()),
        normally("chaos", chaos::short),
    ],
    &[always("browser", browser)],
    &[deeply("package", |_| package::test())],
    &[deeply("image", |_| image::test())],
];

/// Runs the steps of that effort, or the one with that name, and stops after the first row with a
/// failed step. Prints the time of each step at the end.
pub fn test(effort: Effort, only: Option<&str>) -> Result<()> {
    let chosen = |step: &&Step| match only {
        Some(name) => step.name == name,
        None => step.from <= effort,
    };
    let rows = STEPS.iter().map(|row| row.iter().filter(chosen).collect());
    let rows: Vec<Vec<&Step>> = rows.filter(|row: &Vec<_>| !row.is_empty()).collect();
    let missing = || {
        let name = only.unwrap_or_default();
        format!("no step {name}; `cargo xtask test --list` names them")
    };
    rows.first().with_context(missing)?;
    let begin = Instant::now();
    let mut done = Vec::new();
    for row in &rows {
        done.extend(side_by_side(row, effort));
        if done.iter().any(|step: &Done| step.result.is_err()) {
            break;
        }
    }
    summarise(effort, &done, begin.elapsed());
    done.into_iter().try_for_each(|step| step.result)
}

/// Prints the names of all steps.
pub fn list() {
    for step in STEPS.iter().copied().flatten() {
        println!("{}", step.name);
    }
}

/// A step that has been run.
struct Done {
    name: &'static str,
    time: Duration,
    result: Result<()>,
}

/// Runs all steps of a row to their end, even if one of them fails.
fn side_by_side(row: &[&Step], effort: Effort) -> Vec<Done> {
    thread::scope(|scope| {
        let running: Vec<_> = row
            .iter()
            .map(|step| scope.spawn(|| timed(step, effort)))
            .collect();
        let ended = running.into_iter().map(ScopedJoinHandle::join);
        ended
            .map(|step| step.expect("a step that does not panic"))
            .collect()
    })
}

fn timed(step: &Step, effort: Effort) -> Done {
    println!("\n=== {} ===", step.name);
    let begin = Instant::now();
    let result = (step.run)(effort).with_context(|| format!("step {} failed", step.name));
    let time = begin.elapsed();
    println!("=== {}: {:.1} s", step.name, time.as_secs_f64());
    Done {
        name: step.name,
        time,
        result,
    }
}

/// Prints a table of the steps that have run, with their times and the total.
fn summarise(effort: Effort, done: &[Done], all: Duration) {
    println!("\n{:<12} {:>8}", "step", "seconds");
    for Done { name, time, result } in done {
        let mark = if result.is_err() { "  failed" } else { "" };
        println!("{name:<12} {:>8.1}{mark}", time.as_secs_f64());
    }
    println!("{:<12} {:>8.1}", effort.name(), all.as_secs_f64());
}

/// Checks the format of the code. Biome parses the client's JavaScript and style sheets, and lints
/// them in the same run.
fn format() -> Result<()> {
    run(&mut command("cargo fmt --all --check"))?;
    run(&mut npm("format"))
}

fn lint() -> Result<()> {
    run(&mut command(
        "cargo clippy --workspace --all-targets --locked -- -D warnings",
    ))
}

/// The arguments that select the tests of the rules and of the room, and the check that generated
/// files are up to date. With that check, cargo uses the features of the whole workspace, so that
/// nothing is built twice.
const RULES_AND_ROOM: &str = "--locked --package senda-rules --package senda-room \
                              --package senda-types --bin senda-types --lib --test it";
/// The arguments that select all tests.
const ALL: &str = "--locked --workspace --tests --examples";

/// Runs the Rust tests. With deep effort, each benchmark also runs once as a test; otherwise only
/// the linter builds the benchmarks.
fn rust(effort: Effort) -> Result<()> {
    let which = match effort {
        Effort::Fast => RULES_AND_ROOM,
        Effort::Normal | Effort::Deep => ALL,
    };
    let mut command = command(&format!("{} {which}", tests()));
    if effort == Effort::Deep {
        command.arg("--benches");
    }
    if tests().contains("nextest") {
        command.args(["--profile", effort.name()]);
        if effort == Effort::Normal {
            // Tests of servers mostly wait. Those that compute count as three by the profile.
            command.args(["--test-threads", &(3 * cores()).to_string()]);
        }
    }
    command.envs([effort.environment()]);
    if effort < Effort::Deep {
        // Normal runs judge every change by the same random games. Deep tests explore new random
        // games.
        command.env("PROPTEST_RNG_SEED", "1");
    }
    run(&mut command)?;
    if effort == Effort::Deep {
        example()?;
    }
    Ok(())
}

/// Tests the example game by itself, since the rules are built once more for it. The swarm plays it
/// in the step `chaos`, whose deep build includes it.
fn example() -> Result<()> {
    run(&mut command(
        "cargo test --locked --package senda-rules --features example-game example",
    ))
}

fn docs() -> Result<()> {
    // The examples are documented only for their features, which are those of the tests. With other
    // features most libraries would be checked once more.
    run(&mut command(
        "cargo doc --workspace --no-deps --locked --lib --examples",
    ))?;
    run(&mut command("cargo test --workspace --doc --locked"))
}

/// Runs the browser tests against the program that the tests have built. Some tests use failpoints
/// to let time pass; none of the fast ones does.
fn browser(effort: Effort) -> Result<()> {
    let mut browser = browser_tests(effort)?;
    if effort != Effort::Fast {
        browser.env("SENDA_FAILPOINTS", chaos::build(effort)?);
    }
    run(&mut built("--bin senda --example prepare"))?;
    run(browser.env("SENDA_PROGRAM", beside("senda")?))
}
