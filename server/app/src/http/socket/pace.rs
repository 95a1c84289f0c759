//! The rate limit on the messages of one socket, and the detection of clients that do not wait when
//! asked to.

use std::time::Duration;

use tokio::time::Instant;

use crate::{
    limits,
    net::rate::{Bucket, TooFast},
    process::metrics::{Limit, Metrics},
};

/// The rate limit on the messages of one socket.
pub(super) struct Pace {
    bucket: Bucket,
    /// The time until which the client has been asked to wait.
    wait_until: Instant,
    /// The number of messages that came before that time. It falls by one with each accepted
    /// message, and to zero when the bucket is full.
    unheeded: u32,
    metrics: Metrics,
}

/// A message came too fast.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum TooMuch {
    /// The client may retry after that number of milliseconds.
    Again(u32),
    /// The client has ignored too many requests to wait.
    Flood,
}

impl Pace {
    /// Creates a limit of `per_second` messages in a second.
    pub fn new(per_second: u32, metrics: Metrics) -> Self {
        let burst = per_second.saturating_mul(limits::MESSAGES_BURST_SECONDS);
        let bucket = Bucket::new(burst, per_second, Duration::from_secs(1));
        Self {
            bucket,
            wait_until: Instant::now(),
            unheeded: 0,
            metrics,
        }
    }

    /// Counts a message. A client that waits for as long as it is asked to is never closed for
    /// flooding, whatever else it sends: only messages before that time count against it.
    ///
    /// # Errors
    /// Returns [`TooMuch`] if the message came too fast.
    pub fn take(&mut self) -> Result<(), TooMuch> {
        if self.bucket.is_full() {
            self.unheeded = 0;
        }
        match self.bucket.take() {
            Ok(()) => {
                self.unheeded = self.unheeded.saturating_sub(1);
                Ok(())
            }
            Err(TooFast { again }) => Err(self.refuse(again)),
        }
    }

    /// Rejects a message that came too fast. The client may retry after `again`.
    fn refuse(&mut self, again: Duration) -> TooMuch {
        self.metrics.refusals.count(Limit::MessagesOfSocket);
        let now = Instant::now();
        if now < self.wait_until {
            self.unheeded += 1;
            if self.unheeded > limits::REFUSED_MOST {
                return TooMuch::Flood;
            }
        }
        let again_ms = milliseconds(again);
        self.wait_until = now + Duration::from_millis(again_ms.into());
        TooMuch::Again(again_ms)
    }
}

/// Converts a duration to milliseconds, rounded up so that a client that waits for that time is not
/// early.
pub(super) fn milliseconds(again: Duration) -> u32 {
    u32::try_from(again.as_micros().div_ceil(1_000)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn never_closes_a_client_that_waits_as_asked() {
        let mut pace = Pace::new(limits::MESSAGES_PER_SECOND, Metrics::default());
        let (mut accepted, mut refused) = (0, 0);
        while accepted < 2_000 {
            match pace.take() {
                Ok(()) => accepted += 1,
                Err(TooMuch::Again(again_ms)) => {
                    refused += 1;
                    tokio::time::advance(Duration::from_millis(again_ms.into())).await;
                }
                Err(TooMuch::Flood) => panic!("ended after {refused} refusals"),
            }
        }
        assert!(refused > limits::REFUSED_MOST, "{refused}");
    }

    #[tokio::test(start_paused = true)]
    async fn closes_a_client_that_ignores_the_wait() {
        let mut pace = Pace::new(limits::MESSAGES_PER_SECOND, Metrics::default());
        let mut refused = 0;
        while pace.take() != Err(TooMuch::Flood) {
            refused += 1;
            // Ten times as fast as the limit allows.
            tokio::time::advance(Duration::from_millis(10)).await;
        }
        assert!(refused < 3 * limits::REFUSED_MOST, "{refused}");
    }

    #[test]
    fn milliseconds_are_rounded_up() {
        assert_eq!(milliseconds(Duration::from_micros(1)), 1);
        assert_eq!(milliseconds(Duration::from_millis(100)), 100);
        assert_eq!(milliseconds(Duration::from_micros(99_001)), 100);
    }
}
