//! A bucket of tokens, and the rate at which it fills.

use std::time::Duration;

use tokio::time::Instant;

/// So many at once, and one more each so often.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Rate {
    burst: u32,
    every: Duration,
}

impl Rate {
    /// `burst` at once, `times` in each `period`.
    ///
    /// # Panics
    /// If `times` is 0.
    pub fn new(burst: u32, times: u32, period: Duration) -> Self {
        Self {
            burst,
            every: period / times,
        }
    }

    /// `burst` at once, `times` in each hour.
    ///
    /// # Panics
    /// If `times` is 0.
    pub fn per_hour(burst: u32, times: u32) -> Self {
        Self::new(burst, times, Duration::from_hours(1))
    }

    /// As much as so many have together.
    ///
    /// # Panics
    /// If `many` is 0.
    #[must_use]
    pub fn of(self, many: u32) -> Self {
        Self {
            burst: self.burst.saturating_mul(many),
            every: self.every / many,
        }
    }

    /// When a bucket will be full again from which one is taken now.
    pub(super) fn take(self, full_at: Option<Instant>, now: Instant) -> Result<Instant, TooFast> {
        self.take_many(1, full_at, now)
    }

    /// When a bucket will be full again from which so many are taken now.
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
    /// When the bucket will be full again.
    full_at: Instant,
}

/// Too fast; once more after so long.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("too fast: once more after {again:?}")]
pub struct TooFast {
    /// Counted from now.
    pub again: Duration,
}

impl Bucket {
    /// A full one: `burst` at once, `times` in each `period`.
    ///
    /// # Panics
    /// If `times` is 0.
    pub fn new(burst: u32, times: u32, period: Duration) -> Self {
        Self::full(Rate::new(burst, times, period))
    }

    /// A full one of that rate.
    pub fn full(rate: Rate) -> Self {
        Self {
            rate,
            full_at: Instant::now(),
        }
    }

    /// Whether there is one, without taking it.
    ///
    /// # Errors
    /// There is none.
    pub fn look(&self) -> Result<(), TooFast> {
        let taken = self.rate.take(Some(self.full_at), Instant::now());
        taken.map(|_| ())
    }

    /// Takes one.
    ///
    /// # Errors
    /// There is none.
    pub fn take(&mut self) -> Result<(), TooFast> {
        self.full_at = self.rate.take(Some(self.full_at), Instant::now())?;
        Ok(())
    }

    /// Whether it would be the same if nothing had ever been taken.
    pub fn is_full(&self) -> bool {
        self.full_at <= Instant::now()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_bucket_gives_a_burst_and_then_one_each_so_often() {
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
    fn many_have_together_what_each_has() {
        let one = Rate::per_hour(20, 60);
        assert_eq!(one.of(16), Rate::per_hour(320, 960));
    }
}
