//! Reads files of the repository, with their names in error messages.

use std::fs;

use anyhow::{Context, Result};

use crate::root;

/// Returns the text of a file, given its path in the repository.
pub fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).with_context(|| format!("can't read {path}"))
}
