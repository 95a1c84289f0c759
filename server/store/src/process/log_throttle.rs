//! A throttle for repeated log lines.

use std::{sync::Mutex, time::Duration};

use tokio::time::Instant;

use super::lock::lock;
use crate::limits;

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
        let mut last = lock(&self.last);
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
