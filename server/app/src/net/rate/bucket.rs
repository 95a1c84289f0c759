//! A token bucket, and the rate at which it fills.

use std::time::Duration;

use tokio::time::Instant;

/// A rate: a number of tokens in a burst, and the interval after which one more token is added.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Rate {
    burst: u32,
    every: Duration,
}

impl Rate {
    /// Returns a rate of `burst` tokens at once and `times` tokens in each `period`.
    ///
    /// # Panics
    /// Panics if `times` is 0.
    pub fn new(burst: u32, times: u32, period: Duration) -> Self {
        Self {
            burst,
            every: period / times,
        }
    }

    /// Returns a rate of `burst` tokens at once and `times` tokens in each hour.
    ///
    /// # Panics
    /// Panics if `times` is 0.
    pub fn per_hour(burst: u32, times: u32) -> Self {
        Self::new(burst, times, Duration::from_hours(1))
    }

    /// Returns the rate of `many` buckets of this rate together.
    ///
    /// # Panics
    /// Panics if `many` is 0.
    #[must_use]
    pub fn of(self, many: u32) -> Self {
        Self {
            burst: self.burst.saturating_mul(many),
            every: self.every / many,
        }
    }

    /// Returns the time at which a bucket is full again after one token is taken from it now.
    pub(super) fn take(self, full_at: Option<Instant>, now: Instant) -> Result<Instant, TooFast> {
        self.take_many(1, full_at, now)
    }

    /// Returns the time at which a bucket is full again after `count` tokens are taken from it now.
    pub(super) fn take_many(
        self,
        count: u32,
        full_at: Option<Instant>,
        now: Instant,
    ) -> Result<Instant, TooFast> {
        let full_at = full_at.map_or(now, |full_at| full_at.max(now)) + self.every * count;
        let most = now + self.every * self.burst;
        if full_at > most {
            return Err(TooFast {
                again: full_at - most,
            });
        }
        Ok(full_at)
    }
}

/// A token bucket.
#[derive(Copy, Clone, Debug)]
pub struct Bucket {
    rate: Rate,
    /// The time at which the bucket is full again.
    full_at: Instant,
}

/// A bucket has too few tokens.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("too fast: once more after {again:?}")]
pub struct TooFast {
    /// The time from now after which the bucket has enough tokens.
    pub again: Duration,
}

impl Bucket {
    /// Creates a full bucket of `burst` tokens that gains `times` tokens in each `period`.
    ///
    /// # Panics
    /// Panics if `times` is 0.
    pub fn new(burst: u32, times: u32, period: Duration) -> Self {
        Self {
            rate: Rate::new(burst, times, period),
            full_at: Instant::now(),
        }
    }

    /// Checks that the bucket has a token, without taking it.
    ///
    /// # Errors
    /// Returns [`TooFast`] if the bucket is empty.
    pub fn look(&self) -> Result<(), TooFast> {
        let taken = self.rate.take(Some(self.full_at), Instant::now());
        taken.map(|_| ())
    }

    /// Takes one token from the bucket.
    ///
    /// # Errors
    /// Returns [`TooFast`] if the bucket is empty.
    pub fn take(&mut self) -> Result<(), TooFast> {
        self.full_at = self.rate.take(Some(self.full_at), Instant::now())?;
        Ok(())
    }

    /// Returns whether the bucket is full, so that forgetting it would make no difference.
    pub fn is_full(&self) -> bool {
        self.full_at <= Instant::now()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_bucket_allows_a_burst_and_then_one_per_interval() {
        let mut bucket = Bucket::new(3, 10, Duration::from_secs(1));
        for _ in 0..3 {
            assert_eq!(bucket.look(), Ok(()));
            assert_eq!(bucket.take(), Ok(()));
        }
        let again = Duration::from_millis(100);
        assert_eq!(bucket.look(), Err(TooFast { again }));
        assert_eq!(bucket.take(), Err(TooFast { again }));
        tokio::time::advance(again).await;
        assert_eq!(bucket.take(), Ok(()));
        assert!(bucket.take().is_err());
        tokio::time::advance(3 * again).await;
        assert!(bucket.is_full());
    }

    #[test]
    fn scales_a_rate_for_many_buckets() {
        let one = Rate::per_hour(20, 60);
        assert_eq!(one.of(16), Rate::per_hour(320, 960));
    }
}
