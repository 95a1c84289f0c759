//! Reads files of the repository, with their names in error messages.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use crate::root;

/// Returns the text of a file, given its path in the repository.
pub fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).with_context(|| format!("can't read {path}"))
}

/// Returns the path of a file, or those of all files in a folder in the order of their names. Files
/// and folders that `is_left_out` accepts are left out.
pub fn below(path: &str, is_left_out: &dyn Fn(&Path) -> bool) -> Result<Vec<String>> {
    let full = root().join(path);
    if is_left_out(&full) {
        return Ok(Vec::new());
    }
    if !full.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut inner = Vec::new();
    for entry in full.read_dir().with_context(|| path.to_owned())? {
        let name = entry?.file_name();
        inner.push(format!(
            "{path}/{}",
            name.to_str().context("a file's name")?
        ));
    }
    inner.sort();
    let mut files = Vec::new();
    for path in inner {
        files.extend(below(&path, is_left_out)?);
    }
    Ok(files)
}
