//! The end of a program: its exit code, and the files that it writes.

use std::{fs, path::Path, process::ExitCode};

use anyhow::{Context, Result};

/// Returns the exit code of a program, which is a failure unless every promise was kept.
pub fn exit_code(is_kept: bool) -> ExitCode {
    ExitCode::from(u8::from(!is_kept))
}

/// Writes a text to a file, if one is named.
///
/// # Errors
/// Returns an error if the file can't be written.
pub fn write_to(file: Option<&Path>, text: &str) -> Result<()> {
    match file {
        Some(file) => fs::write(file, text).with_context(|| file.display().to_string()),
        None => Ok(()),
    }
}
