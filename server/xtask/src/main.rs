//! Developer tasks: `cargo xtask <task>`.

use std::{path::Path, process::ExitCode};

mod architecture;
mod chaos;
mod files;
mod licences;
mod presets;
mod steps;
mod tools;
mod types;

#[cfg(test)]
mod container;
#[cfg(test)]
mod readme;

const USAGE: &str = "\
cargo xtask <task>

  test               every check and test, in order; stops at the first that fails
  test --only STEP   one of them
  test --list        their names
  chaos OPTIONS      kills the server again and again while a swarm plays; its options are those of
                     `senda-chaos`, such as --seconds 1800 --seed 1 --rooms 200
  types              writes what the client has from the server's code: web/client/protocol.d.ts, the
                     types that go over the wire, and the rules that a host can choose
  types --check      only says whether they are up to date
  licences           checks the licences of all dependencies against deny.toml";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => steps::all(),
        ["test", "--only", step] => steps::only(step),
        ["test", "--list"] => {
            steps::list();
            Ok(())
        }
        ["chaos", ref options @ ..] => chaos::long(options),
        ["types"] => types::write(),
        ["types", "--check"] => types::check(),
        ["licences"] => licences::check(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
