//! The log of the process, on standard error.

use std::io::IsTerminal;

pub use senda_store::process::LogThrottle;
use tracing_subscriber::{EnvFilter, filter::LevelFilter};

use super::journal::{self, ForJournal};
use crate::settings::{LogFormat, Settings};

/// Starts the log of the process.
///
/// # Errors
/// Returns an error if the filter of the settings can't be parsed, or if a log has been started
/// before.
pub fn start(settings: &Settings) -> anyhow::Result<()> {
    let filter = filter_of(settings)?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        // The report of a line that can't be written would go to the same stream, and would panic
        // in the middle of a game if its reader is gone.
        .log_internal_errors(false)
        .with_writer(std::io::stderr);
    let started = match settings.log_format {
        LogFormat::Text if journal::is_read() => {
            lines.event_format(ForJournal::default()).try_init()
        }
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("the log can't be started: {error}"))
}

/// Checks the filter of the settings.
///
/// # Errors
/// Returns an error if the filter can't be parsed.
pub fn check(settings: &Settings) -> anyhow::Result<()> {
    filter_of(settings).map(drop)
}

fn filter_of(settings: &Settings) -> anyhow::Result<EnvFilter> {
    filter(&settings.log)
        .map_err(|error| anyhow::anyhow!("--log {:?} can't be understood: {error}", settings.log))
}

/// Parses a filter. A word alone must be a level: the library takes any other word for the name of
/// a module, and logs nothing else then.
fn filter(text: &str) -> anyhow::Result<EnvFilter> {
    for word in text.split(',').map(str::trim) {
        let is_pair = word.contains(['=', '[']);
        // The library takes an empty word for `error`.
        if word.is_empty() || (!is_pair && word.parse::<LevelFilter>().is_err()) {
            anyhow::bail!(
                "{word:?} is no level; expected error, warn, info, debug, trace or off, or a filter such as \
                 senda=debug,info"
            );
        }
    }
    Ok(EnvFilter::try_new(text)?)
}
