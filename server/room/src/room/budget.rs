//! What a room's log takes of the people in it, so that nobody can use it up.
//!
//! A log has an end. What brings a game on is bounded by the game; but what only shows something (ready, a
//! colour, a name, a seat taken and left again) can be said without end, and each time it is a record: one that
//! is sent again must be known for what it was, also after a restart, and so none can be left out.

use std::collections::BTreeMap;

use super::{PlayerId, Room, pace::Pace};
use crate::{
    Time, limits,
    protocol::{ClientMessage, Phase, RoomProblem},
};

/// What one person may have written.
const OWN: Pace = Pace {
    burst: limits::SHOWN_BURST,
    refill_ms: limits::SHOWN_REFILL_MS,
};
/// What all may have written together, however many browsers one of them has.
const TOGETHER: Pace = Pace {
    burst: limits::SHOWN_TOGETHER_BURST,
    refill_ms: limits::SHOWN_TOGETHER_REFILL_MS,
};

/// What has been used of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Budget {
    own: BTreeMap<PlayerId, Time>,
    together: Option<Time>,
}

impl Budget {
    /// Whether somebody may have one more record.
    pub fn check(&self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        OWN.once_more(now, self.own.get(&player).copied())?;
        TOGETHER.once_more(now, self.together)?;
        Ok(())
    }

    /// Takes the price of one record off what there is, if there is as much.
    pub fn spend(&mut self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        let own = OWN.once_more(now, self.own.get(&player).copied())?;
        self.together = Some(TOGETHER.once_more(now, self.together)?);
        self.own.insert(player, own);
        if self.own.len() > limits::PEOPLE {
            self.own.retain(|_, full| *full > now);
        }
        Ok(())
    }
}

impl Room {
    /// Whether a command is paid for. What brings a game on, or a pause to its end, is not; nor is what keeps
    /// somebody out. Whose room it is can only use up their own.
    pub(super) fn is_paid_for(&self, player: PlayerId, up: &ClientMessage) -> bool {
        if player == self.lasting.creator {
            return false;
        }
        let lasting = &self.lasting;
        match up {
            ClientMessage::Act { .. }
            | ClientMessage::Remove { .. }
            | ClientMessage::Chat { .. }
            | ClientMessage::Sync { .. } => false,
            ClientMessage::Stand { .. } => lasting.phase != Phase::Playing,
            ClientMessage::GoOn { .. } => lasting.paused.is_none(),
            ClientMessage::Back { .. } => {
                let seat = lasting.seat_of(player);
                let chair = seat.and_then(|seat| lasting.chair(seat));
                chair.is_some_and(|chair| !chair.away)
            }
            ClientMessage::Sit { .. }
            | ClientMessage::Name { .. }
            | ClientMessage::Colour { .. }
            | ClientMessage::Ready { .. }
            | ClientMessage::Set { .. }
            | ClientMessage::Start { .. }
            | ClientMessage::Readmit { .. }
            | ClientMessage::Host { .. }
            | ClientMessage::Lock { .. }
            | ClientMessage::VoteToSkip { .. }
            | ClientMessage::Pause { .. } => true,
        }
    }
}
