//! The settings that are in force, and where each comes from.

use std::fmt;

use clap::{Arg, ArgAction, ArgMatches, Command, parser::ValueSource};

use super::option::{is_secret, is_setting};

/// A setting and its value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SettingInForce {
    /// The name of its option, which is its key in a configuration file.
    pub name: String,
    /// The value as TOML; `None` if there is none, and for a secret.
    pub value: Option<String>,
    /// The source of the value; `None` for a setting without a value.
    pub source: Option<Source>,
}

/// The source of a value.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Source {
    /// The built-in value.
    Default,
    /// The configuration file.
    File,
    /// An environment variable.
    Environment,
    /// The command line.
    CommandLine,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Default => "default",
            Self::File => "configuration file",
            Self::Environment => "environment",
            Self::CommandLine => "command line",
        })
    }
}

/// A line of a configuration file. What can't be shown is a comment.
impl fmt::Display for SettingInForce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.value, self.source) {
            (Some(value), Some(source)) => write!(f, "{} = {value} # {source}", self.name),
            (None, Some(source)) => write!(f, "# {}: a secret # {source}", self.name),
            (_, None) => write!(f, "# {}: none", self.name),
        }
    }
}

/// Returns all settings in the order of `--help`. `of_file` has the ids of those that come from the
/// configuration file.
pub(super) fn in_force(
    command: &Command,
    matches: &ArgMatches,
    of_file: &[String],
) -> Vec<SettingInForce> {
    let settings = command.get_arguments().filter(|one| is_setting(one));
    settings
        .map(|option| setting(option, matches, of_file))
        .collect()
}

fn setting(option: &Arg, matches: &ArgMatches, of_file: &[String]) -> SettingInForce {
    let id = option.get_id().as_str();
    let is_of_file = of_file.iter().any(|one| one == id);
    let source = matches.value_source(id).map(|source| match source {
        ValueSource::EnvVariable => Source::Environment,
        ValueSource::CommandLine if is_of_file => Source::File,
        ValueSource::CommandLine => Source::CommandLine,
        _ => Source::Default,
    });
    let value = if is_secret(option) {
        None
    } else if matches!(option.get_action(), ArgAction::SetTrue) {
        Some(matches.get_flag(id).to_string())
    } else {
        matches.get_raw(id).map(|values| {
            let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
            toml_of(&values.join(","))
        })
    };
    SettingInForce {
        name: option.get_long().unwrap_or_default().to_owned(),
        value,
        source,
    }
}

/// Returns a value as TOML.
fn toml_of(text: &str) -> String {
    if text.parse::<i64>().is_ok() || text.parse::<bool>().is_ok() {
        text.to_owned()
    } else {
        // The escapes of JSON are also those of TOML.
        serde_json::Value::from(text).to_string()
    }
}
