//! Packs the folders that are embedded in the binary, and declares the version and the commit that
//! it is built from.

use std::{env, fs::File, path::Path, process::Command};

use flate2::{Compression, write::GzEncoder};
use walkdir::WalkDir;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=GIT_COMMIT");
    println!("cargo:rustc-check-cfg=cfg(embedded)");
    let is_debug = env::var_os("PROFILE").is_none_or(|profile| profile == "debug");
    // Debug builds read the client and the documentation from their folders at run time; other
    // builds embed a copy.
    if !is_debug {
        println!("cargo:rustc-cfg=embedded");
        pack("client", "../../web/client");
        pack("docs", "../../docs");
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

/// Packs the files of a folder into a compressed archive that only depends on their content.
fn pack(name: &str, folder: &str) {
    println!("cargo:rerun-if-changed={folder}");
    let target = env::var_os("OUT_DIR").expect("the folder of the build");
    let target = Path::new(&target).join(format!("{name}.tar.gz"));
    let target = File::create(target).expect("a file in the folder of the build");
    let mut archive = tar::Builder::new(GzEncoder::new(target, Compression::best()));
    archive.mode(tar::HeaderMode::Deterministic);
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.expect("a file of the folder");
        if entry.file_type().is_file() {
            let path = entry.path().strip_prefix(folder).expect("below the folder");
            let added = archive.append_path_with_name(entry.path(), path);
            added.expect("a readable file");
        }
    }
    let compressed = archive.into_inner().expect("a file that takes all");
    compressed.finish().expect("a file that takes all");
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
