//! Measures the time until a page shows its main content, on a slow phone and a slow network.

use anyhow::{Context, Result};

use crate::{
    effort::Effort,
    root,
    tools::{chromium, install, run, run_with},
};

/// Measures a release build of the program, with these options of
/// `web/tests/browser/page-speed.js`.
pub fn measure(options: &[&str]) -> Result<()> {
    install(Effort::Normal)?;
    let build = ["cargo", "build", "--release", "--locked"];
    let what = [
        "--package",
        "senda",
        "--bin",
        "senda",
        "--example",
        "prepare",
    ];
    run(".", &[&build[..], &what].concat())?;
    let release = root().join("target/release");
    let (program, prepare) = (release.join("senda"), release.join("examples/prepare"));
    let chromium = chromium().context("Chromium is missing; `cargo xtask test --only tools`")?;
    let environment = [
        ("SENDA_PROGRAM", &*program),
        ("SENDA_PREPARE", &*prepare),
        ("CHROMIUM", &*chromium),
    ];
    let script = ["node", "tests/browser/page-speed.js"];
    run_with("web", &[&script[..], options].concat(), &environment)
}
