//! The configuration file. Its keys are the names of the options, and its values count less than
//! options and environment variables.

use std::{
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
};

use clap::{Arg, ArgAction, Command};
use toml::{Table, Value};

use super::option::{is_setting, nearest, variable};

/// The name of the option that names the file.
const OPTION: &str = "--config";

/// A configuration file that has been read.
#[derive(Debug)]
pub(super) struct ConfigFile {
    path: PathBuf,
    settings: Table,
}

/// A configuration file that can't be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadConfig {
    /// The file can't be read.
    #[error("the configuration file {path} can't be read: {error}")]
    Unreadable {
        /// The path of the file.
        path: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The file is not TOML.
    #[error("the configuration file {path} is not valid TOML: {error}")]
    NoToml {
        /// The path of the file.
        path: String,
        /// The error of the parser, which names the line.
        error: String,
    },
    /// The file has a key that is no setting.
    #[error("{key} in the configuration file {path} is no setting{meant}")]
    Unknown {
        /// The path of the file.
        path: String,
        /// The key.
        key: String,
        /// The suggestion of another key, or nothing.
        meant: String,
    },
    /// A value has a type that no setting has.
    #[error(
        "{key} in the configuration file {path} must be a string, a number, true, false, or a list of strings"
    )]
    Type {
        /// The path of the file.
        path: String,
        /// The key.
        key: String,
    },
}

/// Returns the path of the file that the command line or the environment names.
pub(super) fn path_in(arguments: &[OsString], command: &Command) -> Option<PathBuf> {
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == OPTION {
            return rest.next().map(PathBuf::from);
        }
        let joined = argument.to_str().and_then(|text| text.strip_prefix(OPTION));
        if let Some(path) = joined.and_then(|rest| rest.strip_prefix('=')) {
            return Some(path.into());
        }
    }
    let option = command.get_arguments().find(|one| one.get_id() == "config");
    option.and_then(variable).map(PathBuf::from)
}

impl ConfigFile {
    /// Reads the file.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or is not TOML.
    pub fn read(path: &Path) -> Result<Self, BadConfig> {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path);
        let text = text.map_err(|error| BadConfig::Unreadable {
            path: name(),
            error,
        })?;
        let settings = text.parse::<Table>().map_err(|error| BadConfig::NoToml {
            path: name(),
            error: error.to_string().trim_end().to_owned(),
        })?;
        Ok(Self {
            path: path.to_owned(),
            settings,
        })
    }

    /// Returns the settings of the file as arguments of a command line, each with the id of its
    /// option. Settings that the command line or the environment has as well are left out.
    ///
    /// # Errors
    /// Returns an error for a key that is no setting, and for a value of another type.
    pub fn arguments(
        &self,
        command: &Command,
        given: &[OsString],
    ) -> Result<Vec<(String, OsString)>, BadConfig> {
        let mut arguments = Vec::new();
        for (key, value) in &self.settings {
            let option = command
                .get_arguments()
                .find(|one| is_setting(one) && one.get_long() == Some(key));
            let option = option.ok_or_else(|| self.unknown(command, key))?;
            let text = text_of(value).ok_or_else(|| BadConfig::Type {
                path: self.path.display().to_string(),
                key: key.clone(),
            })?;
            let argument = match (option.get_action(), text.as_str()) {
                // A switch has no value. Its default is off.
                (ArgAction::SetTrue, "false") => continue,
                (ArgAction::SetTrue, "true") => format!("--{key}"),
                _ => format!("--{key}={text}"),
            };
            if !is_given(option, given) && variable(option).is_none() {
                arguments.push((option.get_id().to_string(), argument.into()));
            }
        }
        Ok(arguments)
    }

    fn unknown(&self, command: &Command, key: &str) -> BadConfig {
        let settings = command.get_arguments().filter(|one| is_setting(one));
        let meant = nearest(key, settings.filter_map(Arg::get_long));
        BadConfig::Unknown {
            path: self.path.display().to_string(),
            key: key.to_owned(),
            meant: meant.map_or_else(String::new, |meant| format!("; {meant} may be meant")),
        }
    }
}

/// Returns whether the command line contains an option.
fn is_given(option: &Arg, arguments: &[OsString]) -> bool {
    let long = option.get_long().unwrap_or_default();
    arguments
        .iter()
        .filter_map(|argument| OsStr::to_str(argument))
        .any(|argument| {
            let name = argument
                .strip_prefix("--")
                .and_then(|rest| rest.strip_prefix(long));
            name.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        })
}

/// Returns a value as it is written on a command line.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(is_on) => Some(is_on.to_string()),
        Value::Array(items) => {
            let items: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            Some(items?.join(","))
        }
        Value::Float(_) | Value::Datetime(_) | Value::Table(_) => None,
    }
}
