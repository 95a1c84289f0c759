//! Writes the archive of a release.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use super::{PARTS, commit_time, list, notices, program::Program, sbom, write_checksums};
use crate::{
    root,
    tools::{command, run},
};

/// The files and folders of an archive besides the program and its parts list: their names in the
/// repository, and in the archive.
const FILES: [(&str, &str); 6] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE", "LICENSE"),
    ("docs/examples/systemd", "systemd"),
    ("target/dist-parts/man", "man"),
    ("target/dist-parts/completions", "completions"),
];

/// Writes the archive for a program into a folder. The same commit gives the same archive: its
/// files are sorted, belong to root, and have the time of the commit.
pub fn write(program: &Program, version: &str, folder: &Path) -> Result<()> {
    let name = format!("senda-{version}-{}", program.target);
    let parts = root().join(PARTS);
    let inside = parts.join(&name);
    fs::create_dir_all(&inside)?;
    fs::copy(&program.path, inside.join("senda"))?;
    for (from, to) in FILES {
        copy(&root().join(from), &inside.join(to)).context(from)?;
    }
    let sbom = format!("{name}.cdx.json");
    sbom::write(program.target, &folder.join(&sbom))?;
    fs::copy(folder.join(&sbom), inside.join("senda.cdx.json"))?;
    fs::copy(parts.join(notices::NAME), inside.join(notices::NAME))?;
    write_checksums(&inside)?;
    let mut tar = command("tar --create --gzip --sort=name --owner=0 --group=0 --numeric-owner");
    tar.args([
        "--mode=u=rwX,go=rX",
        &format!("--mtime=@{}", commit_time()?),
    ])
    .arg("--file")
    .arg(folder.join(format!("{name}.tar.gz")))
    .arg("--directory")
    .args([&parts, Path::new(&name)]);
    run(&mut tar)
}

/// Copies a file, or all files of a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if !from.is_dir() {
        fs::copy(from, to)?;
        return Ok(());
    }
    let mut files = Vec::new();
    list(from, Path::new(""), &mut files)?;
    fs::create_dir_all(to)?;
    for file in files {
        fs::copy(from.join(&file), to.join(file))?;
    }
    Ok(())
}
