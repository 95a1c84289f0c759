//! Writes and checks the generated files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

use crate::{api, declarations, presets};

/// Writes all generated files to the repository.
pub fn write() -> Result<()> {
    for (file, text) in all()? {
        fs::write(path(&file), &text).with_context(|| format!("can't write {file}"))?;
    }
    Ok(())
}

/// Fails if a file differs from the one that the Rust code generates.
pub fn check() -> Result<()> {
    for (file, text) in all()? {
        let stale = fs::read_to_string(path(&file)).ok().as_deref() != Some(&text);
        ensure!(!stale, "{file} is not up to date; run `cargo xtask types`");
    }
    Ok(())
}

/// Returns the path in the repository and the text of each file.
fn all() -> Result<Vec<(String, String)>> {
    let mut files = presets::modules()?;
    files.push((declarations::FILE.to_owned(), declarations::all()));
    files.extend(api::documents());
    Ok(files)
}

fn path(file: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn committed_files_are_up_to_date() {
        check().unwrap();
    }
}
