//! Builds the program of a release, and refuses one that doesn't run where the documentation says
//! that it does.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use super::{PARTS, notices, output, toolchain};
use crate::{
    root,
    tools::{command, run},
};

/// The kinds of processors and systems, by their names in Rust.
pub const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

/// The Cargo profile of the published program.
pub const PROFILE: &str = "published";
/// The version of the C library that suffices for the program, which docs/hosting.md states: that
/// of Debian 11 and Ubuntu 20.04. It is linked to this one, whichever the machine has.
pub const C_LIBRARY: (u32, u32) = (2, 31);
/// The parts of the C library. The program needs no other library.
const LIBRARIES: [&str; 7] = [
    "libc.so.6",
    "libm.so.6",
    "libdl.so.2",
    "libpthread.so.0",
    "librt.so.1",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
];
/// The largest size of the program, in bytes.
const LARGEST: u64 = 25_000_000;

/// A program of a release that may be published.
pub struct Program {
    /// The kind of processor and system.
    pub target: &'static str,
    /// The path of the file.
    pub path: PathBuf,
}

/// Returns whether the standard library for a target is installed.
pub fn can_build(target: &str) -> Result<bool> {
    let mut folder = command("rustc --print target-libdir --target");
    let folder = output(folder.arg(target))?;
    Ok(Path::new(folder.trim()).is_dir())
}

/// Returns the target of this machine, if releases are built for it.
pub fn of_this_machine() -> Option<&'static str> {
    let is_of_this = |target: &&str| {
        cfg!(target_os = "linux") && target.split('-').next() == Some(env::consts::ARCH)
    };
    TARGETS.into_iter().find(is_of_this)
}

impl Program {
    /// Builds the program without debug information and symbols, and checks it.
    pub fn build(target: &'static str, version: &str) -> Result<Self> {
        let (major, minor) = C_LIBRARY;
        let mut build = toolchain::zigbuild()?;
        build
            .args([
                "--profile",
                PROFILE,
                "--locked",
                "--package",
                "senda",
                "--bin",
                "senda",
            ])
            .arg(format!("--target={target}.{major}.{minor}"))
            .env("RUSTFLAGS", without_paths()?);
        run(&mut build)?;
        let path = root().canonicalize()?;
        let folder = path.join("target").join(target).join(PROFILE);
        let path = folder.join("senda");
        let program = Self { target, path };
        program.check(version)?;
        notices::write(target, &root().join(PARTS).join(notices::NAME))?;
        Ok(program)
    }

    /// Fails if the program is too large, needs another library or a newer one, or has another
    /// version.
    fn check(&self, version: &str) -> Result<()> {
        let size = fs::metadata(&self.path)?.len();
        println!("{}: {size} of at most {LARGEST} bytes", self.target);
        ensure!(size <= LARGEST, "the program is larger than it may be");
        let mut needs = Command::new("readelf");
        let needs = output(needs.args(["--wide", "--version-info"]).arg(&self.path))?;
        let refused = refused(&needs);
        let (major, minor) = C_LIBRARY;
        ensure!(
            refused.is_empty(),
            "the program needs {}, which a system with the C library {major}.{minor} doesn't have",
            refused.join(", ")
        );
        if of_this_machine() == Some(self.target) {
            let printed = output(Command::new(&self.path).arg("--version"))?;
            let expected = format!("senda {version} (");
            ensure!(
                printed.starts_with(&expected),
                "--version prints {printed:?} instead of the version and the commit"
            );
        }
        Ok(())
    }
}

/// Returns the options of the compiler that replace the folders of this machine in the program.
fn without_paths() -> Result<String> {
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let cargo = cargo.context("the home folder")?;
    let here = root().canonicalize()?;
    let (cargo, here) = (cargo.display(), here.display());
    Ok(format!(
        "--remap-path-prefix={here}=. --remap-path-prefix={cargo}=cargo"
    ))
}

/// Returns the libraries that a program may not need, with their versions, from the output of
/// readelf.
fn refused(needs: &str) -> Vec<String> {
    let mut library = "";
    let mut refused = Vec::new();
    for line in needs.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |name| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1).copied()
        };
        library = after("File:").unwrap_or(library);
        let is_allowed = |version| LIBRARIES.contains(&library) && is_old(version);
        if let Some(version) = after("Name:").filter(|version| !is_allowed(version)) {
            refused.push(format!("{library} {version}"));
        }
    }
    refused
}

/// Returns whether a version such as `GLIBC_2.17` is at most that of the release.
fn is_old(version: &str) -> bool {
    let Some(version) = version.strip_prefix("GLIBC_") else {
        return false;
    };
    let mut numbers = version.split('.').map(str::parse::<u32>);
    let (Some(Ok(major)), Some(Ok(minor))) = (numbers.next(), numbers.next()) else {
        return false;
    };
    (major, minor) <= C_LIBRARY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_or_another_library_is_refused() {
        let needs = |library: &str, version: &str| {
            format!(
                "Version needs section '.gnu.version_r' contains 1 entry:\n \
                 Addr: 0x0000000000001588  Offset: 0x00001588  Link: 8 (.dynstr)\n  \
                 000000: Version: 1  File: {library}  Cnt: 1\n  \
                 0x0010:   Name: {version}  Flags: none  Version: 4\n"
            )
        };
        for version in ["GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.31"] {
            assert!(
                refused(&needs("libc.so.6", version)).is_empty(),
                "{version}"
            );
        }
        for (library, version) in [
            ("libc.so.6", "GLIBC_2.32"),
            ("libc.so.6", "GLIBC_3.0"),
            ("libc.so.6", "GLIBC_ABI_DT_RELR"),
            ("libssl.so.3", "OPENSSL_3.0.0"),
        ] {
            let expected = [format!("{library} {version}")];
            assert_eq!(refused(&needs(library, version)), expected);
        }
    }
}
