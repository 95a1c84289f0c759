//! Durations in the unit of the stored times.

use std::time::Duration;

/// Converts a duration to the unit of [`senda_room::Time`].
pub fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
