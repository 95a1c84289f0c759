//! Writes the tables of a command into a page of the documentation.

use std::fs;

use anyhow::{Context, Result};

use crate::{files::read, root};

/// Replaces the tables in a page with those of a file, between the two comment lines that mark the
/// tables of the command.
pub fn write_tables(page: &str, command: &str, tables: &str) -> Result<()> {
    let text = with_tables(&read(page)?, command, &read(tables)?);
    let text = text.with_context(|| format!("no place for the tables in {page}"))?;
    fs::write(root().join(page), text).with_context(|| page.to_owned())?;
    println!("written into {page}");
    Ok(())
}

/// Returns the page with these tables in place of its own; `None` if it has no marked place for
/// them.
fn with_tables(page: &str, command: &str, tables: &str) -> Option<String> {
    let begin = format!("<!-- tables of `cargo xtask {command}` -->\n");
    let end = "<!-- end of the tables -->\n";
    let (before, rest) = page.split_once(&begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n{tables}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_replace_earlier_ones() {
        for (page, command) in [("docs/performance.md", "bench"), ("docs/bots.md", "arena")] {
            let page = read(page).unwrap();
            let one = with_tables(&page, command, "| a |\n").unwrap();
            let other = with_tables(&one, command, "| b |\n").unwrap();
            assert!(one.contains("\n\n| a |\n\n<!--") && !other.contains("| a |"));
            assert_eq!(with_tables(&other, command, "| a |\n").unwrap(), one);
        }
        assert_eq!(with_tables("no place", "bench", "| a |\n"), None);
    }
}
