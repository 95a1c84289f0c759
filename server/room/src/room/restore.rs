//! A room from its log.

use super::{NotRestored, Room, state::RoomState};
use crate::{Record, Time, protocol::Phase};

impl Room {
    /// The room that the log tells of. Its clocks have not run since the last record.
    ///
    /// A game that runs stands still until one of its players comes. The turn that was running begins
    /// anew then, with what the log says is in the bank; the host and the owners of seats count as gone
    /// from now. What was said in the chat is not in the log.
    ///
    /// # Errors
    /// The log is empty or has a gap, or a game runs by later rules than this program knows.
    pub fn restore(now: Time, log: Vec<Record>) -> Result<Self, NotRestored> {
        let corrupt = |version, reason: &str| NotRestored::Corrupt {
            version,
            reason: reason.to_owned(),
        };
        let mut log = log.into_iter();
        let first = log.next().ok_or_else(|| corrupt(1, "there is none"))?;
        let begun = RoomState::begin(&first);
        let mut lasting = begun.map_err(|reason| corrupt(first.version, reason))?;
        for record in log {
            let applied = lasting.apply(&record);
            applied.map_err(|reason| corrupt(record.version, reason))?;
        }
        if lasting.next.is_none() && lasting.phase != Phase::Playing {
            return Err(corrupt(lasting.version, "nothing was committed to"));
        }
        lasting.later_rules()?;
        let mut room = Self::of(now, lasting);
        room.turn(now, &[]);
        Ok(room)
    }
}
