//! Declares to cargo the folders that are embedded in the binary, and the version and the commit
//! that it is built from.

use std::{env, process::Command};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=GIT_COMMIT");
    let is_debug = env::var_os("PROFILE").is_none_or(|profile| profile == "debug");
    // Debug builds read the client and the documentation from their folders at run time; other
    // builds embed a copy.
    if !is_debug {
        println!("cargo:rerun-if-changed=../../web/client");
        println!("cargo:rerun-if-changed=../../docs");
    }
    // A debug build has no commit, so that it isn't built again after each one.
    let given = env::var("GIT_COMMIT")
        .ok()
        .filter(|commit| !commit.is_empty());
    let mut version = env::var("CARGO_PKG_VERSION").expect("the version of the package");
    if let Some(commit) = given.or_else(|| (!is_debug).then(commit)?) {
        println!("cargo:rustc-env=SENDA_COMMIT={commit}");
        version = format!("{version} ({commit})");
    }
    println!("cargo:rustc-env=SENDA_VERSION={version}");
}

/// Returns the commit of the repository, if this folder is where the repository has it.
fn commit() -> Option<String> {
    let known = git(&["rev-parse", "--short=12", "HEAD", "--show-prefix"])?;
    let (folder, commit) = known.split_once('\n')?;
    if folder.trim() != "server/app/" {
        return None;
    }
    let moves = git(&["rev-parse", "--git-path", "logs/HEAD"])?;
    println!("cargo:rerun-if-changed={}", moves.trim());
    Some(commit.trim().to_owned())
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}
