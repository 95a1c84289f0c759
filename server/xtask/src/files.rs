//! Reading files of the repository, with their names in what goes wrong.

use std::fs;

use anyhow::{Context, Result};

use crate::root;

/// The text of a file, named by its path in the repository.
pub fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).with_context(|| format!("can't read {path}"))
}
