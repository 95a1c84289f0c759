//! Installs the tools that only releases need, into a folder of the build. Their versions are
//! fixed, so that the same commit gives the same files.

use std::process::Command;

use anyhow::{Context, Result};

use crate::{
    root,
    tools::{command, run},
};

/// The folder of the tools.
const FOLDER: &str = "target/tools";
/// The package of cargo-zigbuild, and that of the compiler and linker that it uses: Zig, which has
/// all versions of the C library.
const ZIGBUILD: &str = "cargo-zigbuild==0.24.0";
const ZIG: &str = "ziglang==0.17.1";

/// Returns the command that builds like `cargo build`, for an old version of the C library.
pub fn zigbuild() -> Result<Command> {
    let folder = root().join(FOLDER).join("zig");
    let program = folder.join("bin/cargo-zigbuild");
    if !program.is_file() {
        let needs = "releases are built with cargo-zigbuild, which Python installs: `sudo apt-get install python3-venv`";
        run(command("python3 -m venv").arg(&folder)).context(needs)?;
        let pip = folder.join("bin/pip");
        run(Command::new(pip).args(["install", "--quiet", ZIGBUILD, ZIG])).context(needs)?;
    }
    let mut build = Command::new(program);
    build
        .current_dir(root())
        .arg("zigbuild")
        .env("CARGO_ZIGBUILD_PYTHON_PATH", folder.join("bin/python3"));
    Ok(build)
}

/// Returns the command that runs a tool that cargo installs.
pub fn cargo_tool(name: &str, version: &str) -> Result<Command> {
    let folder = root().join(FOLDER).join(format!("{name}-{version}"));
    let program = folder.join("bin").join(name);
    if !program.is_file() {
        let mut install = command("cargo install --quiet --locked --root");
        run(install.arg(&folder).arg(format!("{name}@{version}")))?;
    }
    let mut tool = Command::new(program);
    tool.current_dir(root());
    Ok(tool)
}
