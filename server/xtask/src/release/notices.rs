//! Writes the licences of the libraries in a program, which have to accompany it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::output;
use crate::tools::command;

/// The name of the file.
pub const NAME: &str = "THIRD-PARTY-LICENCES.txt";
/// The depth of the folders of a library that may have texts, such as that of a bundled C library.
const DEPTH: usize = 3;
/// The beginnings of the names of files with the text of a licence.
const BEGINNINGS: [&str; 6] = [
    "licence",
    "license",
    "copying",
    "copyright",
    "notice",
    "unlicense",
];

/// A library in the program.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Library {
    name: String,
    version: String,
    /// The expression of its licences.
    licences: String,
}

/// Writes the texts for the program of that target. Libraries with the same text share it.
pub fn write(target: &str, file: &Path) -> Result<()> {
    let folders = folders()?;
    let mut texts: BTreeMap<String, BTreeSet<Library>> = BTreeMap::new();
    let mut without = Vec::new();
    for library in libraries(target)? {
        let key = (library.name.clone(), library.version.clone());
        let folder = folders.get(&key).context(library.name.clone())?;
        let found = texts_below(folder, DEPTH)?;
        if found.is_empty() {
            without.push(library.clone());
        }
        for text in found {
            texts.entry(text).or_default().insert(library.clone());
        }
    }
    ensure!(!texts.is_empty(), "no text of a licence was found");
    let mut all = "Senda contains the libraries below, under their own licences.\n".to_owned();
    for (text, libraries) in texts {
        section(&mut all, &libraries);
        all.push_str(text.trim_end());
        all.push('\n');
    }
    if !without.is_empty() {
        section(&mut all, &without);
        all.push_str(
            "These come without a text of their own; the expressions name their licences.\n",
        );
    }
    fs::write(file, all).context(NAME)
}

/// Begins a section about these libraries.
fn section<'a>(all: &mut String, libraries: impl IntoIterator<Item = &'a Library>) {
    all.push_str("\n================================================================\n");
    for Library {
        name,
        version,
        licences,
    } in libraries
    {
        writeln!(all, "{name} {version} ({licences})").expect("memory takes all");
    }
    all.push('\n');
}

/// Returns the libraries that are linked into the program.
fn libraries(target: &str) -> Result<BTreeSet<Library>> {
    let mut tree = command("cargo tree --locked --package senda --edges normal --prefix none");
    tree.args(["--target", target, "--format", "{p}|{l}"]);
    let tree = output(&mut tree)?;
    // The crates of this workspace are named with their folders.
    let lines = tree.lines().filter(|line| !line.contains("(/"));
    let libraries = lines.filter_map(|line| {
        let (package, licences) = line.split_once('|')?;
        let (name, version) = package.split_once(" v")?;
        Some(Library {
            name: name.to_owned(),
            version: version.split_whitespace().next()?.to_owned(),
            licences: licences.trim_end_matches(" (*)").to_owned(),
        })
    });
    Ok(libraries.collect())
}

/// Returns the folders of all libraries, by name and version.
fn folders() -> Result<BTreeMap<(String, String), PathBuf>> {
    let metadata = output(&mut command("cargo metadata --locked --format-version 1"))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("packages")?;
    let folders = packages.iter().filter_map(|package| {
        let text = |key: &str| package[key].as_str().map(str::to_owned);
        let manifest = PathBuf::from(text("manifest_path")?);
        Some((
            (text("name")?, text("version")?),
            manifest.parent()?.to_owned(),
        ))
    });
    Ok(folders.collect())
}

/// Returns the texts of licences in a folder, and in those below it down to a depth.
fn texts_below(folder: &Path, depth: usize) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if depth > 0 {
                texts.extend(texts_below(&path, depth - 1)?);
            }
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_ascii_lowercase();
        let is_source = [".rs", ".c", ".h", ".py"]
            .iter()
            .any(|end| name.ends_with(end));
        if !is_source
            && BEGINNINGS
                .iter()
                .any(|beginning| name.starts_with(beginning))
        {
            texts.extend(fs::read_to_string(path).ok());
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_library_of_the_program_has_its_licence() {
        let file = std::env::temp_dir().join(format!("senda-licences-{}", std::process::id()));
        write("x86_64-unknown-linux-gnu", &file).unwrap();
        let all = fs::read_to_string(&file).unwrap();
        fs::remove_file(file).unwrap();
        for library in libraries("x86_64-unknown-linux-gnu").unwrap() {
            let Library { name, version, .. } = library;
            assert!(all.contains(&format!("\n{name} {version} (")), "{name}");
        }
        assert!(all.contains("Permission is hereby granted, free of charge"));
        assert!(all.contains("Apache License"));
    }
}
