//! The form of log lines for the journal of systemd: with their priority, and without the time,
//! which the journal adds itself.

use std::{env, fmt, io};

use rustix::fs::fstat;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::{
    fmt::{
        FmtContext, FormatEvent, FormatFields,
        format::{Format, Full, Writer},
    },
    registry::LookupSpan,
};

/// Formats lines for the journal.
pub struct ForJournal(Format<Full, ()>);

impl Default for ForJournal {
    fn default() -> Self {
        Self(Format::default().without_time().with_ansi(false))
    }
}

impl<S, N> FormatEvent<S, N> for ForJournal
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        write!(writer, "<{}>", priority(*event.metadata().level()))?;
        self.0.format_event(context, writer, event)
    }
}

/// Returns the priority of a level in the journal (`syslog(3)`).
fn priority(level: Level) -> u8 {
    match level {
        Level::ERROR => 3,
        Level::WARN => 4,
        Level::INFO => 6,
        _ => 7,
    }
}

/// Returns whether standard error goes to the journal. `JOURNAL_STREAM` names its device and inode,
/// which differ if a program in between has redirected it.
pub fn is_read() -> bool {
    let Ok(named) = env::var("JOURNAL_STREAM") else {
        return false;
    };
    fstat(io::stderr()).is_ok_and(|found| named == format!("{}:{}", found.st_dev, found.st_ino))
}
