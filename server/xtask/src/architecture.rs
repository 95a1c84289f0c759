//! Checks the structure of the server's code: the imports between modules, the dependencies between
//! crates, and the places where games are named.

mod imports;
mod layers;
mod names;
mod source;

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, Result, ensure};

use crate::root;

/// The texts of Rust files, by their paths in the repository.
type Files = BTreeMap<String, String>;

/// Fails if code names a game outside the game's folder, if modules import each other in a cycle,
/// or if a crate depends on one above it.
pub fn check() -> Result<()> {
    let files = read()?;
    let mut findings = names::outside(&files, &names::of_games()?);
    findings.extend(imports::circles(&files)?);
    findings.extend(layers::upwards(root())?);
    ensure!(
        findings.is_empty(),
        "the architecture is not kept:\n  {}",
        findings.join("\n  ")
    );
    Ok(())
}

/// Returns the modules of the games.
#[cfg(test)]
pub fn games() -> Result<Vec<String>> {
    let games = names::of_games()?;
    Ok(games.into_iter().map(|[module, ..]| module).collect())
}

/// Reads all Rust files of the server except those of tests and benchmarks.
fn read() -> Result<Files> {
    let mut files = Files::new();
    for folder in layers::LAYERS.iter().map(|layer| layer.folder) {
        collect(&format!("server/{folder}/src"), &mut files)?;
    }
    Ok(files)
}

fn collect(folder: &str, files: &mut Files) -> Result<()> {
    let entries = root().join(folder);
    let entries = entries.read_dir().with_context(|| folder.to_owned())?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = format!("{folder}/{}", name.context("a file's name")?);
        if path.is_dir() {
            collect(&name, files)?;
        } else if Path::new(&name).extension().is_some_and(|end| end == "rs") {
            files.insert(name.clone(), crate::files::read(&name)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_follows_its_architecture() {
        check().unwrap();
    }
}
