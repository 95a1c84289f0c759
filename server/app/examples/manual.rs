//! Writes the manual pages of `senda` and its completions for shells into a folder, for `cargo
//! xtask dist`. Both come from the command line's own declaration. The program can't write them
//! itself, so that it doesn't contain what only a release needs.

use std::{env, fs, path::PathBuf};

use anyhow::Context;
use clap::CommandFactory;
use clap_complete::{Shell, generate_to};
use senda::settings::CommandLine;

fn main() -> anyhow::Result<()> {
    let folder = env::args_os().nth(1).context("the folder is missing")?;
    let folder = PathBuf::from(folder);
    let (pages, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&pages)?;
    fs::create_dir_all(&completions)?;
    for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
        let mut command = CommandLine::command();
        generate_to(shell, &mut command, "senda", &completions)?;
    }
    // The commit in the version would make the pages of each build different.
    let command = CommandLine::command().version(env!("CARGO_PKG_VERSION"));
    clap_mangen::generate_to(command, &pages)?;
    Ok(())
}
