//! The one clock of the process.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use senda_room::Time;
use tokio::time::Instant;

/// The wall's time at the start, and from then on a clock that never jumps: someone who sets the
/// machine's time moves nobody's turn.
#[derive(Copy, Clone, Debug)]
pub struct Clock {
    started: Time,
    at: Instant,
}

impl Clock {
    /// A clock that goes on from the wall's time.
    ///
    /// # Panics
    /// If the wall's time is before 1970.
    pub fn start() -> Self {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("a time after 1970");
        #[cfg(feature = "failpoints")]
        let since = crate::faults::wall(since);
        Self::start_at(Time(milliseconds(since)))
    }

    /// A clock that goes on from a time.
    pub fn start_at(started: Time) -> Self {
        Self {
            started,
            at: Instant::now(),
        }
    }

    /// What time it is.
    pub fn now(&self) -> Time {
        let elapsed = self.at.elapsed();
        #[cfg(feature = "failpoints")]
        let elapsed = elapsed + crate::faults::later();
        self.started.plus(milliseconds(elapsed))
    }

    /// The moment at which it will be that time.
    pub fn instant(&self, time: Time) -> Instant {
        let until = Duration::from_millis(time.since(self.started));
        #[cfg(feature = "failpoints")]
        let until = until.saturating_sub(crate::faults::later());
        self.at + until
    }
}

/// A duration in the unit of [`Time`].
pub fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
