//! Writes the parts list of a program, for people who compare it with lists of vulnerabilities.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use super::{commit_time, toolchain};
use crate::{files, root, tools::run};

/// The name of the lists, which the tool writes beside the manifest of each crate.
const NAME: &str = "senda-parts";

/// Writes the libraries in the program as a list in the format of `CycloneDX`.
pub fn write(target: &str, file: &Path) -> Result<()> {
    let mut tool = toolchain::cargo_tool("cargo-cyclonedx", "0.5.9")?;
    tool.args(["cyclonedx", "--quiet", "--manifest-path"])
        .args(["server/app/Cargo.toml", "--target", target])
        .args(["--format", "json", "--spec-version", "1.5"])
        .args(["--override-filename", NAME])
        .env("SOURCE_DATE_EPOCH", commit_time()?);
    run(&mut tool)?;
    let name = format!("{NAME}.json");
    let list = files::read(&format!("server/app/{name}"));
    for path in files::below("server", &|path| path.ends_with("target"))? {
        if path.ends_with(&name) {
            fs::remove_file(root().join(path))?;
        }
    }
    // The folder of this machine is of no use to others.
    let here = root().canonicalize()?.display().to_string();
    fs::write(file, list?.replace(&here, ".")).context(NAME)
}
