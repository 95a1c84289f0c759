//! Builds what a release publishes, for people who run a server: an archive and a Debian package
//! for each kind of processor, with checksums. `.github/workflows/release.yml` publishes them.

mod archive;
mod debian;
pub mod image;
mod manifests;
mod notices;
pub mod package;
mod program;
mod root_folder;
mod sbom;
mod service;
mod tag;
mod toolchain;

#[cfg(test)]
mod container;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};

use self::program::Program;
use crate::{
    files, root,
    tools::{beside, built, command, run},
};

/// The folder of the files that a release publishes.
const FOLDER: &str = "target/dist";
/// The folder of the files that they consist of. `package.metadata.deb` in the manifest of `senda`
/// names it as well.
const PARTS: &str = "target/dist-parts";
/// The file in every folder of a release that has the checksums of the others.
const CHECKSUMS: &str = "SHA256SUMS";

/// Builds the files of a release, if the tag fits the version.
pub fn dist(tag: Option<&str>) -> Result<()> {
    let version = version()?;
    if let Some(tag) = tag {
        tag::check(tag, &version)?;
        let notes = tag::notes(&files::read("CHANGELOG.md")?, &version)?;
        fs::write(root().join("target/notes.md"), notes)?;
    }
    let folder = empty(FOLDER)?;
    manual()?;
    for target in program::TARGETS {
        if !program::can_build(target)? {
            println!("{target} is left out; `rustup target add {target}` installs what it needs");
            continue;
        }
        let program = Program::build(target, &version)?;
        archive::write(&program, &version, &folder)?;
        debian::write(&program, &version, &folder)?;
    }
    write_checksums(&folder)?;
    println!("\n{}", files::read(&format!("{FOLDER}/{CHECKSUMS}"))?);
    Ok(())
}

/// Returns the version of all crates.
fn version() -> Result<String> {
    let manifest: toml::Table = toml::from_str(&files::read("Cargo.toml")?)?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    Ok(version.context("the version in Cargo.toml")?.to_owned())
}

/// Writes the manual pages and the completions for shells into the folder of the parts.
fn manual() -> Result<()> {
    run(&mut built("--example manual"))?;
    let folder = empty(PARTS)?;
    run(Command::new(beside("examples")?.join("manual")).arg(folder))
}

/// Returns the path of a folder in the repository, which is empty and new.
fn empty(folder: &str) -> Result<PathBuf> {
    let path = root().canonicalize()?.join(folder);
    if path.exists() {
        fs::remove_dir_all(&path).context(folder.to_owned())?;
    }
    fs::create_dir_all(&path).context(folder.to_owned())?;
    Ok(path)
}

/// Returns what a command prints.
fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().display().to_string();
    let output = command.output();
    let output = output.with_context(|| format!("can't start {program}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program}: {errors}");
    String::from_utf8(output.stdout).context(program)
}

/// Returns the time of the commit, in seconds since 1970. Files of a release have it, so that each
/// build of the commit gives the same ones.
fn commit_time() -> Result<String> {
    let time = output(&mut command("git log -1 --format=%ct"))?;
    Ok(time.trim().to_owned())
}

/// Writes the checksums of all files in a folder and the folders in it.
fn write_checksums(folder: &Path) -> Result<()> {
    let mut files = Vec::new();
    list(folder, Path::new(""), &mut files)?;
    files.sort();
    let mut sums = Command::new("sha256sum");
    let sums = output(sums.current_dir(folder).args(files))?;
    fs::write(folder.join(CHECKSUMS), sums).context(CHECKSUMS)
}

/// Adds the paths of all files in a part of a folder, relative to the folder.
fn list(folder: &Path, part: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in folder.join(part).read_dir()? {
        let entry = entry?;
        let path = part.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list(folder, &path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
