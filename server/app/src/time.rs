//! The one clock of the process.

use std::{
    fmt,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use senda_room::Time;
use tokio::time::Instant;

/// What time it is for the rooms.
pub trait Clock: fmt::Debug + Send + Sync {
    /// What time it is.
    fn now(&self) -> Time;

    /// The moment at which it will be that time.
    fn instant(&self, time: Time) -> Instant;
}

/// The wall's time at the start, and from then on a clock that never jumps: someone who sets the
/// machine's time moves nobody's turn.
#[derive(Copy, Clone, Debug)]
pub struct SteadyClock {
    started: Time,
    at: Instant,
}

impl SteadyClock {
    /// A clock that goes on from the wall's time.
    pub fn start() -> Self {
        Self::of_wall(SystemTime::now())
    }

    /// A clock that goes on from a wall's time. One that shows a time before 1970, as machines do
    /// whose clock was never set, goes on from there: rooms need no more than that it runs.
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

    /// A clock that goes on from a time.
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

/// A duration in the unit of [`Time`].
pub fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_machine_before_1970_has_a_clock_that_runs() {
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
