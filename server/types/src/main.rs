//! Writes what the client has from the server's code: the types that go over the wire, and what can be chosen before a
//! game. `--check` only says whether it is up to date.

mod declarations;
mod generated;
mod presets;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        [] => generated::write(),
        ["--check"] => generated::check(),
        _ => {
            eprintln!("senda-types [--check]");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
