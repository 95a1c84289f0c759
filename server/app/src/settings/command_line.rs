//! The command line of the program: a command, or the settings of the server that it starts.

use std::{env, path::PathBuf};

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use senda_arena::Arena;

use super::Settings;
use crate::game_file::Verify;

/// A server for path-tile board games in the browser.
#[derive(Clone, Debug, Parser)]
#[command(name = "senda", version)]
pub struct CommandLine {
    /// Command to run instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The settings of the server.
    #[command(flatten)]
    pub settings: Settings,
}

impl CommandLine {
    /// Reads the arguments and the environment of the process. Exits with a message if they are
    /// invalid. An empty variable counts as unset, since container configuration often has such
    /// lines.
    pub fn read() -> Self {
        let command = Self::command().mut_args(|argument| {
            let value = argument.get_env().and_then(env::var_os);
            if value.is_some_and(|value| value.is_empty()) {
                argument.env(None::<&'static str>)
            } else {
                argument
            }
        });
        Self::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
    }
}

/// Returns the environment variables that look like settings but are not, each with the setting
/// that was probably meant.
pub fn unknown_variables() -> Vec<(String, Option<String>)> {
    let command = CommandLine::command();
    let known: Vec<&str> = command
        .get_arguments()
        .filter_map(|argument| argument.get_env()?.to_str())
        .collect();
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let unknown =
        names.filter(|name| name.starts_with("SENDA_") && !known.contains(&name.as_str()));
    unknown
        .filter(|name| !is_foreign(name))
        .map(|name| {
            let close = known
                .iter()
                .map(|known| (strsim::jaro(known, &name), known));
            let nearest = close.max_by(|(one, _), (other, _)| one.total_cmp(other));
            let meant = nearest.filter(|(closeness, _)| *closeness >= 0.9);
            let meant = meant.map(|(_, meant)| (*meant).to_owned());
            (name, meant)
        })
        .collect()
}

/// Returns whether other programs set a variable: Kubernetes for a service named `senda`, or the
/// tests.
fn is_foreign(name: &str) -> bool {
    let name = &name["SENDA_".len()..];
    let is_link = name == "PORT" || name.starts_with("PORT_") || name.starts_with("SERVICE_");
    is_link || (cfg!(feature = "failpoints") && matches!(name, "FAULTS" | "MUTANT"))
}

/// The commands of the program other than serving.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Asks the server on this machine whether it is ready; exit code 0 if so, else 1.
    Healthcheck,
    /// Copies the database of the data folder, even while a server uses it; exit code 0 if all of
    /// it was copied, else 1.
    Backup {
        /// Where to copy it; must not exist yet. `-` for standard output.
        file: PathBuf,
    },
    /// Replaces the database of the data folder with a backup, after checking that the backup is
    /// complete; exit code 0 if it was restored, else 1, and then nothing has changed. The server
    /// must not run.
    Restore {
        /// The backup; `-` for standard input.
        file: PathBuf,
        /// Restore into a folder that holds a database, which is kept there under another name.
        #[arg(long)]
        replace: bool,
    },
    /// Checks that a finished game was dealt as committed and played by the rules; exit code 0 if
    /// so, 1 if not, 2 if the file can't be read, 3 if it was played by other rules.
    Verify(Verify),
    /// Prints a finished game position by position; exit code 0 at its end, 1 where it breaks the
    /// rules or was shuffled differently, 2 if the file can't be read, 3 where it was played by
    /// other rules.
    Replay {
        /// The file of a finished game; `-` for standard input.
        file: PathBuf,
    },
    /// Has bots play against each other, and reports how often each of them wins; exit code 0 if
    /// all games were played, else 1.
    Arena(Arena),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
