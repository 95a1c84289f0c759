//! The command line of the program: a command, or the settings of the server that it starts.

use std::{env, ffi::OsString, iter, path::PathBuf};

use clap::{
    CommandFactory, FromArgMatches, Parser, Subcommand,
    error::{ContextKind, ContextValue, ErrorKind},
};
use senda_arena::Arena;

use super::{
    AdminCommand, Settings,
    config_file::{self, ConfigFile},
    in_force::{SettingInForce, in_force},
    option::{is_secret, nearest},
};
use crate::{game_file::Verify, puzzles::MakePuzzles};

/// A server for path-tile board games in the browser.
#[derive(Clone, Debug, Parser)]
#[command(name = "senda", version = env!("SENDA_VERSION"))]
pub struct CommandLine {
    /// Command to run instead of serving.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The settings of the server.
    #[command(flatten)]
    pub settings: Settings,
    /// The settings as they were given, with their sources.
    #[arg(skip)]
    pub in_force: Vec<SettingInForce>,
}

impl CommandLine {
    /// Reads the arguments, the environment of the process, and the configuration file if they name
    /// one. Exits with a message if something is invalid. An empty variable counts as unset, since
    /// container configuration often has such lines.
    pub fn read() -> Self {
        Self::of(env::args_os().collect()).unwrap_or_else(|error| error.exit())
    }

    /// Reads the arguments of a process of this program in the same way.
    ///
    /// # Errors
    /// Returns an error if something is invalid, and also for `--help` and `--version`.
    pub fn of(arguments: Vec<OsString>) -> Result<Self, clap::Error> {
        let mut command = Self::command().mut_args(|argument| {
            let value = argument.get_env().and_then(env::var_os);
            if value.is_some_and(|value| value.is_empty()) {
                argument.env(None::<&'static str>)
            } else {
                argument
            }
        });
        let program: Vec<_> = arguments.iter().take(1).cloned().collect();
        let (ids, of_file) = of_file(&mut command, &arguments)?;
        let rest = arguments.into_iter().skip(1);
        let all = program.into_iter().chain(of_file).chain(rest);
        let matches = command
            .try_get_matches_from_mut(all)
            .map_err(without_secret)?;
        let mut line = Self::from_arg_matches(&matches)?;
        line.in_force = in_force(&Self::command(), &matches, &ids);
        let complete = line.settings.complete();
        complete.map_err(|why| command.error(ErrorKind::ValueValidation, why))?;
        Ok(line)
    }
}

/// Returns the error with three dots instead of a value that is a secret.
fn without_secret(mut error: clap::Error) -> clap::Error {
    let name = error.get(ContextKind::InvalidArg).map(ToString::to_string);
    let mut settings = CommandLine::command();
    // Only then does it know how messages name its options.
    settings.build();
    let is_of_secret = settings
        .get_arguments()
        .any(|option| is_secret(option) && name.as_deref() == Some(option.to_string().as_str()));
    if is_of_secret {
        error.insert(
            ContextKind::InvalidValue,
            ContextValue::String("...".to_owned()),
        );
    }
    error
}

/// Returns the settings of the configuration file as arguments, and the ids of their options.
fn of_file(
    command: &mut clap::Command,
    arguments: &[OsString],
) -> Result<(Vec<String>, Vec<OsString>), clap::Error> {
    let settings = CommandLine::command();
    let Some(path) = config_file::path_in(arguments, &settings) else {
        return Ok(Default::default());
    };
    let read = ConfigFile::read(&path).and_then(|file| file.arguments(&settings, arguments));
    let read = read.map_err(|error| command.error(ErrorKind::ValueValidation, error))?;
    let (ids, of_file): (Vec<_>, Vec<_>) = read.into_iter().unzip();
    // The message about an invalid value names only an option, so it is made here. Whether the
    // settings fit together is known only with the others.
    let program = OsString::from(command.get_name());
    let alone = command.try_get_matches_from_mut(iter::once(&program).chain(&of_file));
    match alone.map_err(without_secret) {
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidValue | ErrorKind::ValueValidation
            ) =>
        {
            let message = error.to_string();
            let message = message.lines().next().unwrap_or_default();
            let message = message.strip_prefix("error: ").unwrap_or(message);
            let message = format!("in the configuration file {}: {message}", path.display());
            Err(command.error(ErrorKind::ValueValidation, message))
        }
        _ => Ok((ids, of_file)),
    }
}

/// Returns a warning for each environment variable that looks like a setting but is none. It names
/// the setting that was probably meant.
pub fn unknown_variables() -> Vec<String> {
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
            let meant = nearest(&name, known.iter().copied());
            let meant = meant.map_or_else(String::new, |meant| format!("; {meant} may be meant"));
            format!("the environment variable {name} is no setting and has no effect{meant}")
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
    /// Prints the settings in force and where each comes from, in the form of a configuration file;
    /// exit code 0 if all are valid, else 2.
    Config {
        /// Only check, and also refuse environment variables that begin with `SENDA_` and are no
        /// setting.
        #[arg(long)]
        check: bool,
    },
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
    /// Writes everything in the database to a file that can be imported into another database, also
    /// of the other kind, even while a server uses it; exit code 0 if all of it was written, else
    /// 1.
    Export {
        /// Where to write it; must not exist yet. `-` for standard output.
        file: PathBuf,
    },
    /// Copies an export into the database of these settings, which must be empty; exit code 0 if
    /// all of it was copied, else 1. An interrupted import continues when it is run again, and no
    /// server starts on the database before. The server must not run.
    Import {
        /// The export; `-` for standard input.
        file: PathBuf,
    },
    /// Changes the stored ratings.
    #[command(subcommand)]
    Ratings(RatingsCommand),
    /// Steers a running server on this machine, over its Unix socket; exit code 0 if that was done,
    /// else 1.
    Admin(AdminCommand),
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
    /// Makes puzzles from games of bots, or from the finished games of public rooms; exit code 0 if
    /// they were written, else 1.
    Puzzles(MakePuzzles),
}

/// The commands on ratings.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum RatingsCommand {
    /// Computes all ratings again from the logs of all rooms; exit code 0 if that was done, else 1.
    /// The server must not run. An interrupted run can be repeated.
    Rebuild,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        CommandLine::command().debug_assert();
    }
}
