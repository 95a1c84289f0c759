//! The options of the command line as settings.

use std::{env, ffi::OsString};

use clap::Arg;

/// Returns whether an option may be in a configuration file. Every setting is also an environment
/// variable.
pub(super) fn is_setting(option: &Arg) -> bool {
    option.get_env().is_some() && option.get_id() != "config"
}

/// Returns whether the value of an option may be displayed nowhere.
pub(super) fn is_secret(option: &Arg) -> bool {
    option.is_hide_env_values_set()
}

/// Returns the value that the environment has for an option.
pub(super) fn variable(option: &Arg) -> Option<OsString> {
    env::var_os(option.get_env()?).filter(|value| !value.is_empty())
}

/// Returns the name that is most like a misspelt one, if any is like it.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let close = known.map(|known| (strsim::jaro(known, name), known));
    let nearest = close.max_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.and_then(|(closeness, known)| (closeness >= 0.9).then_some(known))
}
