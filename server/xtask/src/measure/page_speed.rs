//! Measures the time until a page shows its main content, on a slow phone and a slow network.

use anyhow::{Context, Result};

use crate::{
    effort::Effort,
    root,
    tools::{chromium, command, install, run},
};

/// Measures a release build of the program, with these options of
/// `web/tests/browser/page-speed.js`.
pub fn measure(options: &[String]) -> Result<()> {
    install(Effort::Normal)?;
    run(&mut command(
        "cargo build --release --locked --package senda --bin senda --example prepare",
    ))?;
    let release = root().join("target/release");
    let chromium = chromium().context("Chromium is missing; `cargo xtask test --only tools`")?;
    let mut measure = command("node tests/browser/page-speed.js");
    measure
        .args(options)
        .current_dir(root().join("web"))
        .env("SENDA_PROGRAM", release.join("senda"))
        .env("SENDA_PREPARE", release.join("examples/prepare"))
        .env("CHROMIUM", chromium);
    run(&mut measure)
}
