//! What the text forms of all positions have in common: lines that begin with a word.

use std::fmt;

/// A line of a text form that can't be read.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct NotAPosition<R: fmt::Display> {
    /// The line, from 1; the one after the last if something is missing.
    pub line: usize,
    /// What is wrong with it, by the game's own reasons.
    pub reason: R,
}

/// Reads a text line by line: `each` is given the word that begins it and its other parts. Empty lines and what
/// follows a `#` are passed over.
///
/// Returns the number of the line after the last, for a reason that is found at the end.
///
/// # Errors
/// The first that `each` returns, with its line.
pub(crate) fn read<R: fmt::Display>(
    text: &str,
    mut each: impl FnMut(&str, &[&str]) -> Result<(), R>,
) -> Result<usize, NotAPosition<R>> {
    let mut after = 1;
    for (line, text) in (1..).zip(text.lines()) {
        after = line + 1;
        let said = text.split('#').next().unwrap_or_default();
        let parts: Vec<&str> = said.split_whitespace().collect();
        if let [word, parts @ ..] = &parts[..] {
            each(word, parts).map_err(|reason| NotAPosition { line, reason })?;
        }
    }
    Ok(after)
}
