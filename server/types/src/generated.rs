//! The files that are generated.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};

use crate::{declarations, presets};

/// Writes them all.
pub fn write() -> Result<()> {
    for (file, text) in all()? {
        fs::write(path(&file), &text).with_context(|| format!("can't write {file}"))?;
    }
    Ok(())
}

/// Refuses files that are not what the Rust code says.
pub fn check() -> Result<()> {
    for (file, text) in all()? {
        let stale = fs::read_to_string(path(&file)).ok().as_deref() != Some(&text);
        ensure!(!stale, "{file} is not up to date; run `cargo xtask types`");
    }
    Ok(())
}

/// Each of them by its path in the repository, and its text.
fn all() -> Result<Vec<(String, String)>> {
    let mut files = presets::modules()?;
    files.push((declarations::FILE.to_owned(), declarations::all()));
    Ok(files)
}

fn path(file: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_committed_is_up_to_date() {
        check().unwrap();
    }
}
