//! Checks the structure of the server's code: the imports between modules, the dependencies between
//! crates, and the places where games are named.

mod imports;
mod layers;
mod names;
mod source;

use std::{collections::BTreeMap, path::Path};

use anyhow::{Result, ensure};

use crate::files;

/// The texts of Rust files, by their paths in the repository.
type Files = BTreeMap<String, String>;

/// Fails if code names a game outside the game's folder, if modules import each other in a cycle,
/// or if a crate depends on one above it.
pub fn check() -> Result<()> {
    let files = read()?;
    let mut findings = names::outside(&files, &names::of_games()?);
    findings.extend(imports::circles(&files)?);
    findings.extend(layers::upwards()?);
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
    let mut all = Files::new();
    for (folder, _) in layers::LAYERS {
        for path in files::below(&format!("server/{folder}/src"), &|_| false)? {
            if Path::new(&path).extension().is_some_and(|end| end == "rs") {
                let text = files::read(&path)?;
                all.insert(path, text);
            }
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_follows_its_architecture() {
        check().unwrap();
    }
}
