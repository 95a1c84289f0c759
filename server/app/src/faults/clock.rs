//! A clock that starts at a wrong time and can be advanced by an order.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use senda_room::Time;
use tokio::time::Instant;

use super::given::orders;
use crate::process::time::{Clock, SteadyClock};

/// A clock that starts at a wrong time and can be advanced by an order, since a test can't wait as
/// long as some players do.
#[derive(Debug)]
pub struct FaultyClock(SteadyClock);

impl FaultyClock {
    /// Starts a clock at the system's time with the ordered error.
    pub fn start() -> Self {
        let off_ms = orders().wall_ms;
        let off = Duration::from_millis(off_ms.unsigned_abs());
        let wall = SystemTime::now();
        let wall = if off_ms < 0 {
            wall.checked_sub(off).unwrap_or(UNIX_EPOCH)
        } else {
            wall + off
        };
        Self(SteadyClock::of_wall(wall))
    }
}

impl Clock for FaultyClock {
    fn now(&self) -> Time {
        self.0.now().plus(orders().later_ms)
    }

    fn instant(&self, time: Time) -> Instant {
        self.0
            .instant(Time(time.0.saturating_sub(orders().later_ms)))
    }
}
