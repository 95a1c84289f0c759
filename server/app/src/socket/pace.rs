//! How fast someone may talk, and who does not listen when told to wait.

use std::time::Duration;

use tokio::time::Instant;

use crate::{
    limits,
    rate::{Bucket, TooFast},
};

/// How fast someone may talk.
pub(super) struct Pace {
    bucket: Bucket,
    /// Until when they have been told to wait.
    wait_until: Instant,
    /// How often they did not.
    unheeded: u32,
}

/// It was too much.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum TooMuch {
    /// Once more after so many milliseconds.
    Again(u32),
    /// They don't listen.
    Flood,
}

impl Pace {
    /// So many messages in a second.
    pub fn new(per_second: u32) -> Self {
        let burst = per_second.saturating_mul(limits::MESSAGES_BURST_SECONDS);
        let bucket = Bucket::new(burst, per_second, Duration::from_secs(1));
        Self {
            bucket,
            wait_until: Instant::now(),
            unheeded: 0,
        }
    }

    /// Counts a message. One who waits for as long as they are told never floods, whatever else they
    /// say: only what comes before that time counts against them.
    ///
    /// # Errors
    /// It came too fast.
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

    /// Counts a message that comes too fast; once more after so long.
    fn refuse(&mut self, again: Duration) -> TooMuch {
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

/// Rounded up: who comes back after that is not early.
pub(super) fn milliseconds(again: Duration) -> u32 {
    u32::try_from(again.as_micros().div_ceil(1_000)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_who_waits_as_told_is_never_ended() {
        let mut pace = Pace::new(limits::MESSAGES_PER_SECOND);
        let (mut said, mut refused) = (0, 0);
        while said < 2_000 {
            match pace.take() {
                Ok(()) => said += 1,
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
    async fn one_who_does_not_wait_is_ended() {
        let mut pace = Pace::new(limits::MESSAGES_PER_SECOND);
        let mut refused = 0;
        while pace.take() != Err(TooMuch::Flood) {
            refused += 1;
            // Ten times as fast as they may.
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
