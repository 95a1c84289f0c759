//! The log of the process, on standard error.

use std::{
    io::IsTerminal,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;
use tracing_subscriber::{EnvFilter, filter::LevelFilter};

use crate::{
    limits,
    settings::{LogFormat, Settings},
};

/// Starts the log of the process.
///
/// # Errors
/// Returns an error if the filter of the settings can't be parsed, or if a log has been started
/// before.
pub fn start(settings: &Settings) -> anyhow::Result<()> {
    let filter = filter(&settings.log).map_err(|error| {
        anyhow::anyhow!("--log {:?} can't be understood: {error}", settings.log)
    })?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let started = match settings.log_format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("the log can't be started: {error}"))
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

/// A limiter for repeated log lines: if something fails for one client, it fails for all of them.
#[derive(Debug)]
pub struct LogThrottle {
    every: Duration,
    last: Mutex<Option<Instant>>,
}

impl LogThrottle {
    /// Creates a limiter that allows one line in each [`limits::SAME_LINE`]. The first line is
    /// allowed at once.
    pub const fn new() -> Self {
        Self::each(limits::SAME_LINE)
    }

    /// Creates a limiter that allows one line in each such time. The first line is allowed at once.
    pub const fn each(every: Duration) -> Self {
        Self {
            every,
            last: Mutex::new(None),
        }
    }

    /// Returns whether the line may be logged now. If so, it counts as logged.
    pub fn may_speak(&self) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        let may = last.is_none_or(|last| now.duration_since(last) >= self.every);
        if may {
            *last = Some(now);
        }
        may
    }
}

impl Default for LogThrottle {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn throttles_repeated_log_lines() {
        let seldom = LogThrottle::new();
        assert!(seldom.may_speak());
        assert!(!seldom.may_speak());
        tokio::time::advance(limits::SAME_LINE).await;
        assert!(seldom.may_speak());
    }
}
