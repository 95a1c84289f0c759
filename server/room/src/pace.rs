//! How often something may be done: so many times at once, and once more each time a while has passed.

use crate::{protocol::RoomProblem, time::Time};

/// So many times at once, and once more after each refill.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Pace {
    pub burst: u32,
    pub refill_ms: u64,
}

impl Pace {
    /// The moment from which the whole burst is there again, after it has been done once more. `full_again` is
    /// that moment until now, if it has been done before.
    pub fn once_more(self, now: Time, full_again: Option<Time>) -> Result<Time, RoomProblem> {
        let again_ms = self.next(now, full_again).since(now);
        if again_ms > 0 {
            return Err(RoomProblem::TooFast {
                again_ms: u32::try_from(again_ms).unwrap_or(u32::MAX),
            });
        }
        let full_again = full_again.map_or(now, |full| full.max(now));
        Ok(full_again.plus(self.refill_ms))
    }

    /// When it may be done next: `now`, if it may be done now.
    pub fn next(self, now: Time, full_again: Option<Time>) -> Time {
        let full_again = full_again.map_or(now, |full| full.max(now));
        let most_ms = u64::from(self.burst - 1) * self.refill_ms;
        now.plus(full_again.since(now).saturating_sub(most_ms))
    }
}
