//! Runs a command with a private PostgreSQL, whose URL is in `SENDA_TEST_DATABASE`.

use std::{
    ffi::OsString,
    process::{Command, ExitCode},
};

use anyhow::{Context, Result};
use clap::Parser;
use senda_load::postgres::{DATABASE, Postgres};

/// Starts a PostgreSQL in a temporary folder, runs a command with its URL in `SENDA_TEST_DATABASE`,
/// and stops PostgreSQL. It exits with the command's exit code.
#[derive(Debug, Parser)]
#[command(name = "senda-postgres")]
struct CommandLine {
    /// The command and its arguments.
    #[arg(trailing_var_arg = true, required = true)]
    command: Vec<OsString>,
}

fn main() -> Result<ExitCode> {
    let CommandLine { command } = CommandLine::parse();
    let (program, arguments) = command.split_first().context("a command")?;
    let postgres = Postgres::start(&[])?;
    let status = Command::new(program)
        .args(arguments)
        .env(DATABASE, postgres.url("postgres"))
        .status()
        .with_context(|| format!("can't start {}", program.display()))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
