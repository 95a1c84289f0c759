//! The one clock of the process.

use std::{
    fmt,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use senda_room::Time;
pub use senda_store::process::time::milliseconds;
use tokio::time::Instant;

/// A source of the time for the rooms.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Returns the present time of this clock.
    fn now(&self) -> Time;

    /// Returns the instant of a time.
    fn instant(&self, time: Time) -> Instant;
}

/// A clock that starts at the system's time and never jumps: setting the machine's clock does not
/// change the time of any player's turn.
#[derive(Copy, Clone, Debug)]
pub struct SteadyClock {
    started: Time,
    at: Instant,
}

impl SteadyClock {
    /// Creates a clock that starts at the system's present time.
    pub fn start() -> Self {
        Self::of_wall(SystemTime::now())
    }

    /// Creates a clock that starts at the given system time. If that is before 1970, as on machines
    /// whose clock was never set, the clock starts at 1970: rooms only need a clock that runs.
    pub fn of_wall(wall: SystemTime) -> Self {
        let since = wall.duration_since(UNIX_EPOCH).unwrap_or_else(|error| {
            let seconds = error.duration().as_secs();
            tracing::warn!(
                seconds,
                "the machine's clock shows a time before 1970: set it, or all days will be wrong"
            );
            Duration::ZERO
        });
        Self::start_at(Time(milliseconds(since)))
    }

    /// Creates a clock that starts at the given time.
    pub fn start_at(started: Time) -> Self {
        Self {
            started,
            at: Instant::now(),
        }
    }
}

impl Clock for SteadyClock {
    fn now(&self) -> Time {
        self.started.plus(milliseconds(self.at.elapsed()))
    }

    fn instant(&self, time: Time) -> Instant {
        self.at + Duration::from_millis(time.since(self.started))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_clock_runs_on_a_machine_set_before_1970() {
        let wall = UNIX_EPOCH - Duration::from_hours(24);
        let clock = SteadyClock::of_wall(wall);
        assert_eq!(clock.now(), Time(0));
        tokio::time::advance(Duration::from_secs(5)).await;
        assert_eq!(clock.now(), Time(5_000));
        assert_eq!(
            clock.instant(Time(6_000)) - Instant::now(),
            Duration::from_secs(1)
        );
    }
}
