//! Durations and times in the unit of the stored times.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Converts a duration to the unit of [`senda_room::Time`].
pub fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Returns the time of the machine's clock in that unit; 0 by a clock that was never set, which is
/// reported elsewhere.
pub(crate) fn wall_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    milliseconds(since.unwrap_or_default())
}
