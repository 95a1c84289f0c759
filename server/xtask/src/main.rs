//! Developer tasks: `cargo xtask <task>`.

use std::{path::Path, process::ExitCode};

use self::effort::Effort;

mod architecture;
mod arena;
mod bench;
mod chaos;
mod effort;
mod files;
mod instructions;
mod language;
mod licences;
mod page;
mod page_speed;
mod postgres;
mod steps;
mod tools;

#[cfg(test)]
mod container;
#[cfg(test)]
mod readme;

const USAGE: &str = "\
cargo xtask <task>

  test               every check and test, in order; stops at the first that fails
  test --fast        those that somebody waits for between two edits, and less of them
  test --deep        all of them, with more left to chance and whole games in browsers
  test --only STEP   one of them, alone or with --fast or --deep
  test --list        their names
  test-store --database URL
                     the tests of the store over that database, of somebody who may make others: a PostgreSQL, or what
                     says that it is like one
  chaos OPTIONS      kills the server again and again while a swarm plays; its options are those of
                     `senda-chaos`, such as --seconds 1800 --seed 1 --rooms 200
  page-speed         how soon lobby and rooms show what somebody came for, on a slow phone and a slow
                     network, in a build for people; --json prints the figures a program can read
  bench OPTIONS      measures what a move costs, beside the least that keeps and tells it, and writes the tables
                     of docs/performance.md; its options are those of `senda-bench`, such as --rooms 20
                     --only senda, and with any of them nothing is written there
  bench-nodes OPTIONS
                     measures moves and a crowd where three servers share a database; its options are those of
                     `senda-bench-nodes`, such as --just crowds
  arena OPTIONS      lets bots play against each other and writes the tables of docs/bots.md; goes on where it was
                     interrupted, with --minutes 60 for so long; its other options are those of `senda arena`,
                     such as --ladder hard --games 200, and with any of them nothing is written there
  types              writes what the client has from the server's code: web/client/protocol.d.ts, the
                     types that go over the wire, and the rules that a host can choose
  types --check      only says whether they are up to date
  licences           checks the licences of all dependencies against deny.toml";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test", ref options @ ..] => match test(options) {
            Some(done) => done,
            None => return usage(),
        },
        ["arena", ref options @ ..] => arena::run_with_options(options),
        ["bench", ref options @ ..] => bench::run_with_options(options),
        ["bench-nodes", ref options @ ..] => bench::nodes(options),
        ["chaos", ref options @ ..] => chaos::long(options),
        ["page-speed", ref options @ ..] => page_speed::measure(options),
        ["test-store", "--database", url] => postgres::test_at(url),
        ["types", ref options @ ..] => types(options),
        ["licences"] => licences::check(),
        _ => return usage(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

/// Runs the tests that the options select; returns `None` if the options are invalid.
fn test(options: &[&str]) -> Option<anyhow::Result<()>> {
    let (mut effort, mut only) = (Effort::Normal, None);
    let mut options = options.iter();
    while let Some(&option) = options.next() {
        match option {
            "--fast" => effort = Effort::Fast,
            "--deep" => effort = Effort::Deep,
            "--only" => only = Some(*options.next()?),
            "--list" => {
                steps::list();
                return Some(Ok(()));
            }
            _ => return None,
        }
    }
    Some(steps::test(effort, only))
}

/// Generates the client's files with a program that knows the server's types.
fn types(options: &[&str]) -> anyhow::Result<()> {
    let program = [
        "cargo",
        "run",
        "--quiet",
        "--locked",
        "--package",
        "senda-types",
        "--",
    ];
    tools::run(".", &[&program[..], options].concat())
}

/// Returns the root folder of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
