//! What a room's log takes of the people in it, so that nobody can use it up.
//!
//! A log has an end. What brings a game on is bounded by the game; but what only shows something (ready, a
//! colour, a name, a seat taken and left again) can be said without end, and each time it is a record: one that
//! is sent again must be known for what it was, also after a restart, and so none can be left out.

use std::collections::BTreeMap;

use crate::{
    limits,
    pace::Pace,
    person::PlayerId,
    protocol::{Command, RoomProblem},
    state::RoomState,
    time::Time,
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

/// How often one person may have a hint thought out.
const HINTS: Pace = Pace {
    burst: limits::HINT_BURST,
    refill_ms: limits::HINT_REFILL_MS,
};

/// What has been used of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    own: BTreeMap<PlayerId, Time>,
    together: Option<Time>,
    /// Hints, which cost the log next to nothing but whoever thinks much.
    hints: BTreeMap<PlayerId, Time>,
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
        keep(&mut self.own, now, player, own);
        Ok(())
    }

    /// Whether somebody may have one more hint.
    pub fn check_hint(&self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        HINTS
            .once_more(now, self.hints.get(&player).copied())
            .map(drop)
    }

    /// Takes one hint off what there is, if there is one.
    pub fn spend_hint(&mut self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        let full = HINTS.once_more(now, self.hints.get(&player).copied())?;
        keep(&mut self.hints, now, player, full);
        Ok(())
    }
}

/// Notes when somebody's burst is whole again; those for whom it is are forgotten when there are many.
fn keep(all: &mut BTreeMap<PlayerId, Time>, now: Time, player: PlayerId, full: Time) {
    all.insert(player, full);
    if all.len() > limits::PEOPLE {
        all.retain(|_, full| *full > now);
    }
}

/// What a command costs the log.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Price {
    /// Whether it leaves a record. Of one who only watches the room keeps no name, so that crowds who give
    /// themselves names cost those who play no record, and those who watch no update. A second hint on the same
    /// decision is no news.
    pub is_recorded: bool,
    /// Whether its sender pays for the record.
    pub is_paid_for: bool,
    /// Whether there is still place for it in a log that is used up.
    pub has_place: bool,
}

impl Price {
    /// What a command of somebody costs.
    ///
    /// What brings a game on, or a pause to its end, is not paid for; nor is what keeps somebody out. Whose room
    /// it is can only use up their own.
    ///
    /// In a log that is as long as one may be there is place for what brings the game that runs to its end, and for
    /// that by which the host protects the room. So many of the first are in no game that it would become much
    /// longer, and the others have a place of their own.
    pub fn of(command: &Command, player: PlayerId, state: &RoomState) -> Self {
        let playing = state.playing();
        let plays = playing.is_some();
        let protects = state.is_host(player) && !state.is_full();
        let is_recorded = match command {
            Command::Name { .. } => state.has_part(player),
            Command::Hint { .. } => state.hinted_at(player).is_none(),
            _ => true,
        };
        let (has_place, is_paid_for) = match command {
            Command::Act { .. } => (plays, false),
            // Bounded by the turn, or once for each decision; nobody needs it to bring a game to its end.
            Command::TakeBack { .. } | Command::AgreeTakeBack { .. } | Command::Hint { .. } => {
                (false, false)
            }
            Command::Stand {} => (plays, !plays),
            Command::Back {} => {
                let seat = state.seat_of(player);
                (plays, seat.is_some_and(|seat| !state.is_away(seat)))
            }
            Command::GoOn {} => {
                let is_paused = playing.is_some_and(|playing| playing.paused.is_some());
                (plays, !is_paused)
            }
            Command::VoteToSkip { .. } => (plays, true),
            Command::Remove { .. } => (protects, false),
            Command::Host { .. } | Command::Lock { .. } | Command::Hush { .. } => (protects, true),
            Command::Sit { .. }
            | Command::Name { .. }
            | Command::Colour { .. }
            | Command::Ready { .. }
            | Command::Bot { .. }
            | Command::Token { .. }
            | Command::Hand { .. }
            | Command::Set { .. }
            | Command::Start { .. }
            | Command::Readmit { .. }
            | Command::Vacation { .. }
            | Command::Pause { .. }
            | Command::AskTakeBack { .. }
            | Command::DeclineTakeBack {} => (false, true),
        };
        Self {
            is_recorded,
            is_paid_for: is_paid_for && is_recorded && player != state.creator(),
            has_place: has_place || !is_recorded,
        }
    }
}
