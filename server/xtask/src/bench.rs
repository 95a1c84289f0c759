//! What a move costs: release builds of the server, of the relay and of those who play, and the tables that they give.

use std::fs;

use anyhow::{Context, Result};

use crate::{root, tools::run};

/// The page with the tables.
const PAGE: &str = "docs/performance.md";
/// Between these lines of it they stand.
const MARKS: [&str; 2] = [
    "<!-- tables of `cargo xtask bench` -->\n",
    "<!-- end of the tables -->\n",
];
/// What is written beside what is printed.
const JSON: &str = "target/bench.json";
const MARKDOWN: &str = "target/bench.md";

/// Runs with those options of `senda-bench`; without any, all of it, and writes the tables into the page.
pub fn run_with_options(options: &[&str]) -> Result<()> {
    let build = ["cargo", "build", "--release", "--locked"];
    let server = ["--package", "senda", "--bin", "senda"];
    run(".", &[&build[..], &server[..]].concat())?;
    let load = ["--package", "senda-load", "--bin", "senda-bench"];
    let relay = ["--example", "relay"];
    run(".", &[&build[..], &load[..], &relay[..]].concat())?;
    let bench = ["target/release/senda-bench", "--json", JSON];
    let markdown = ["--markdown", MARKDOWN];
    run(".", &[&bench[..], &markdown[..], options].concat())?;
    println!("\nwritten to {JSON} and {MARKDOWN}");
    if options.is_empty() {
        let tables = read(MARKDOWN)?;
        let page = with_tables(&read(PAGE)?, &tables).context("no place for the tables")?;
        fs::write(root().join(PAGE), page).context(PAGE)?;
        println!("written into {PAGE}");
    }
    Ok(())
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).context(path.to_owned())
}

/// The page with these tables instead of those that it has; `None` if it has no place for them.
fn with_tables(page: &str, tables: &str) -> Option<String> {
    let [begin, end] = MARKS;
    let (before, rest) = page.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n{tables}\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_take_the_place_of_those_before() {
        let page = read(PAGE).unwrap();
        let one = with_tables(&page, "| a |\n").unwrap();
        let other = with_tables(&one, "| b |\n").unwrap();
        assert!(one.contains("\n\n| a |\n\n<!--") && !other.contains("| a |"));
        assert_eq!(with_tables(&other, "| a |\n").unwrap(), one);
        assert_eq!(with_tables("no place", "| a |\n"), None);
    }
}
