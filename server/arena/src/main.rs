//! The arena as a program of its own: it does the same as `senda arena`, without the server.

use std::process::ExitCode;

use clap::Parser;
use senda_arena::Arena;

fn main() -> ExitCode {
    match senda_arena::run(&Arena::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("arena: {error:#}");
            ExitCode::FAILURE
        }
    }
}
