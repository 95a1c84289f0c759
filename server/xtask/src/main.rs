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

  test               runs all checks and tests in order, and stops at the first failure
  test --fast        runs the quick ones, with fewer random cases
  test --deep        runs all of them with more random cases, and plays whole games in browsers
  test --only STEP   runs one step, also with --fast or --deep
  test --list        lists the steps
  test-store --database URL
                     runs the tests of the store over a PostgreSQL database, or one that is compatible with it, as a
                     user who may create databases
  chaos OPTIONS      kills the server again and again while a swarm plays; the options are those of
                     `senda-chaos`, such as --seconds 1800 --seed 1 --rooms 200
  page-speed         measures how soon the lobby and the rooms are shown on a slow phone and a slow network, with a
                     release build; --json also prints the figures as JSON
  bench OPTIONS      measures the cost of a move beside that of a bare relay, and writes the tables of
                     docs/performance.md; the options are those of `senda-bench`, such as --rooms 20 --only senda, and
                     with any of them no tables are written
  bench-nodes OPTIONS
                     measures moves and crowds on three servers that share a database; the options are those of
                     `senda-bench-nodes`, such as --just crowds
  arena OPTIONS      lets bots play against each other and writes the tables of docs/bots.md; continues an interrupted
                     run; --minutes 60 limits its time; the other options are those of `senda arena`, such as
                     --ladder hard --games 200, and with any of them no tables are written
  types              generates the client's files from the server's code: the types of messages in
                     web/client/protocol.d.ts, and the rules that a host can choose
  types --check      only checks whether they are up to date
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
