//! A rate limiter: a burst of operations, and one more operation after each refill interval.

use crate::{protocol::RoomProblem, time::Time};

/// The parameters of a rate limit: the size of the burst, and the interval after which one more
/// operation is allowed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct RateLimit {
    burst: u32,
    refill_ms: u64,
}

impl RateLimit {
    /// Creates a rate limit from its parameters.
    pub const fn new(burst: u32, refill_ms: u64) -> Self {
        Self { burst, refill_ms }
    }

    /// Performs one more operation and returns the time at which the whole burst is available
    /// again. `full_again` is that time before this operation, or `None` if there has been none.
    pub fn spend(self, now: Time, full_again: Option<Time>) -> Result<Time, RoomProblem> {
        let again_ms = self.next(now, full_again).since(now);
        if again_ms > 0 {
            return Err(RoomProblem::TooFast {
                again_ms: u32::try_from(again_ms).unwrap_or(u32::MAX),
            });
        }
        let full_again = full_again.map_or(now, |full| full.max(now));
        Ok(full_again.plus(self.refill_ms))
    }

    /// Returns the time at which the next operation is allowed: `now` if it is allowed already.
    pub fn next(self, now: Time, full_again: Option<Time>) -> Time {
        let full_again = full_again.map_or(now, |full| full.max(now));
        let most_ms = u64::from(self.burst - 1) * self.refill_ms;
        now.plus(full_again.since(now).saturating_sub(most_ms))
    }
}
