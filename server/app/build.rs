//! Declares to cargo the folders that are embedded in the binary, and the version and the commit
//! that it is built from. Compresses the descriptions of the API, which would take half a megabyte.

use std::{env, fs, io::Write, path::Path, process::Command};

use flate2::{Compression, write::GzEncoder};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=GIT_COMMIT");
    compress("openapi.json");
    compress("asyncapi.json");
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

/// Compresses a description of the API. A file that is missing becomes an empty one, since
/// senda-types, which writes it, depends on this crate.
fn compress(name: &str) {
    let path = Path::new("../../docs/api").join(name);
    println!("cargo:rerun-if-changed={}", path.display());
    let text = fs::read(path).unwrap_or_else(|_| b"{}".to_vec());
    let mut compressed = GzEncoder::new(Vec::new(), Compression::best());
    compressed.write_all(&text).expect("memory takes all");
    let compressed = compressed.finish().expect("memory takes all");
    let folder = env::var_os("OUT_DIR").expect("the folder of the build");
    let file = Path::new(&folder).join(format!("{name}.gz"));
    fs::write(file, compressed).expect("a file in the folder of the build");
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
