//! The checks and tests, in order: what is quick to fail comes first.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::{
    architecture, chaos, licences,
    tools::{chromium, install, run, run_with, which},
    types,
};

struct Step {
    name: &'static str,
    run: fn() -> Result<()>,
}

/// Cargo's steps name the whole workspace with all its targets, so that they share what is built.
const STEPS: &[Step] = &[
    Step {
        name: "tools",
        run: install,
    },
    Step {
        name: "format",
        run: format,
    },
    Step {
        name: "architecture",
        run: architecture::check,
    },
    Step {
        name: "types",
        run: types::check,
    },
    Step {
        name: "licences",
        run: licences::check,
    },
    Step {
        name: "client",
        run: || run("web", &["npm", "run", "--silent", "check"]),
    },
    Step {
        name: "client-unit",
        run: || run("web", &["npm", "run", "--silent", "unit"]),
    },
    Step {
        name: "lint",
        run: lint,
    },
    Step {
        name: "rust",
        run: rust,
    },
    Step {
        name: "docs",
        run: docs,
    },
    Step {
        name: "mutants",
        run: chaos::mutants,
    },
    Step {
        name: "chaos",
        run: chaos::short,
    },
    Step {
        name: "browser",
        run: browser,
    },
];

/// Runs all of them; stops at the first that fails.
pub fn all() -> Result<()> {
    let begin = Instant::now();
    for step in STEPS {
        timed(step)?;
    }
    let seconds = begin.elapsed().as_secs();
    println!("\nAll {} steps passed in {seconds} s.", STEPS.len());
    Ok(())
}

/// Runs the one of that name.
pub fn only(name: &str) -> Result<()> {
    let step = STEPS.iter().find(|step| step.name == name);
    timed(step.with_context(|| format!("no step {name}; `cargo xtask test --list` names them"))?)
}

/// Prints their names.
pub fn list() {
    for step in STEPS {
        println!("{}", step.name);
    }
}

fn timed(step: &Step) -> Result<()> {
    println!("\n=== {} ===", step.name);
    let begin = Instant::now();
    (step.run)().with_context(|| format!("step {} failed", step.name))?;
    println!("=== {}: {:.1} s", step.name, begin.elapsed().as_secs_f64());
    Ok(())
}

/// Biome reads the client's JavaScript and style sheets, and lints them by the way.
fn format() -> Result<()> {
    run(".", &["cargo", "fmt", "--all", "--check"])?;
    run("web", &["npm", "run", "--silent", "format"])
}

fn lint() -> Result<()> {
    let clippy = [
        "cargo",
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
    ];
    run(".", &[&clippy[..], &["--", "-D", "warnings"]].concat())
}

fn rust() -> Result<()> {
    if which("cargo-nextest").is_some() {
        let nextest = ["cargo", "nextest", "run", "--workspace", "--all-targets"];
        run(".", &[&nextest[..], &["--locked"]].concat())
    } else {
        run(
            ".",
            &["cargo", "test", "--workspace", "--all-targets", "--locked"],
        )
    }
}

fn docs() -> Result<()> {
    run(
        ".",
        &["cargo", "doc", "--workspace", "--no-deps", "--locked"],
    )?;
    run(".", &["cargo", "test", "--workspace", "--doc", "--locked"])
}

/// Against the program that the tests have built; one test needs its failpoints, so that time passes.
fn browser() -> Result<()> {
    let failpoints = chaos::build()?;
    run(
        ".",
        &["cargo", "build", "--workspace", "--all-targets", "--locked"],
    )?;
    let program = std::env::current_exe()
        .context("xtask")?
        .with_file_name("senda");
    let chromium = chromium().context("Chromium is missing; `cargo xtask test --only tools`")?;
    let environment = [
        ("SENDA_PROGRAM", &*program),
        ("SENDA_FAILPOINTS", &*failpoints),
        ("CHROMIUM", &*chromium),
    ];
    run_with("web", &["npm", "run", "--silent", "browser"], &environment)
}
