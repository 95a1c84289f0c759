//! Limits the number of log records that the people in a room can cause, so that no person can fill
//! the log.
//!
//! A log has a maximum length. The game bounds the records of moves. But commands that only change
//! what is shown (ready, a colour, a name, a seat taken and left again) can be repeated without
//! end, and each one is a record. No record can be left out, because the room must recognise a
//! repeated command even after a restart.

use std::collections::BTreeMap;

use crate::{
    clock::RateLimit,
    limits,
    person::{Person, PlayerId},
    protocol::{Command, RoomProblem},
    state::RoomState,
    time::Time,
};

/// The number of records that one person may cause.
const OWN: RateLimit = RateLimit::new(limits::SHOWN_BURST, limits::SHOWN_REFILL_MS);
/// The number of records that all people together may cause, however many browsers one of them
/// uses.
const TOGETHER: RateLimit = RateLimit::new(
    limits::SHOWN_TOGETHER_BURST,
    limits::SHOWN_TOGETHER_REFILL_MS,
);

/// The number of hints that one person may request.
const HINTS: RateLimit = RateLimit::new(limits::HINT_BURST, limits::HINT_REFILL_MS);

/// The number of reports that one person may make.
const REPORTS: RateLimit = RateLimit::new(limits::REPORT_BURST, limits::REPORT_REFILL_MS);

/// The used part of the budgets. Each time is the moment from which the whole burst is available
/// again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    own: BTreeMap<PlayerId, Time>,
    together: Option<Time>,
    /// The used hints. They cost the log next to nothing, but cost much computing time.
    hints: BTreeMap<PlayerId, Time>,
    /// The used reports. They cost the operator's time.
    reports: BTreeMap<PlayerId, Time>,
}

impl Budget {
    /// Returns an error if the person may not cause one more record now.
    pub fn check(&self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        OWN.spend(now, self.own.get(&player).copied())?;
        TOGETHER.spend(now, self.together)?;
        Ok(())
    }

    /// Deducts one record from the person's budget and the shared budget, if both allow it.
    pub fn spend(&mut self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        let own = OWN.spend(now, self.own.get(&player).copied())?;
        self.together = Some(TOGETHER.spend(now, self.together)?);
        keep(&mut self.own, now, player, own);
        Ok(())
    }

    /// Returns an error if the person may not request one more hint now.
    pub fn check_hint(&self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        HINTS.spend(now, self.hints.get(&player).copied()).map(drop)
    }

    /// Deducts one report from the person's budget, if it allows one.
    pub fn spend_report(&mut self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        let full = REPORTS.spend(now, self.reports.get(&player).copied())?;
        keep(&mut self.reports, now, player, full);
        Ok(())
    }

    /// Deducts one hint from the person's budget, if it allows one.
    pub fn spend_hint(&mut self, now: Time, player: PlayerId) -> Result<(), RoomProblem> {
        let full = HINTS.spend(now, self.hints.get(&player).copied())?;
        keep(&mut self.hints, now, player, full);
        Ok(())
    }
}

/// Stores the time at which a person's burst is full again. If the map has grown large, it drops
/// the people whose burst is full already.
fn keep(all: &mut BTreeMap<PlayerId, Time>, now: Time, player: PlayerId, full: Time) {
    all.insert(player, full);
    if all.len() > limits::PEOPLE {
        all.retain(|_, full| *full > now);
    }
}

/// The price of a command in log records.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Price {
    /// Whether the command leaves a record. The room keeps no names of spectators, so that a crowd
    /// whose members rename themselves costs the players no record and the spectators no update. A
    /// repeated hint on the same decision changes nothing and leaves no record.
    pub is_recorded: bool,
    /// Whether the sender's budget pays for the record.
    pub is_paid_for: bool,
    /// Whether a log that is used up still has space for the command.
    pub has_place: bool,
}

impl Price {
    /// Returns the price of a command from this person. The owner of a device pays for the guests.
    ///
    /// Commands that advance the game or bring a pause to its end are free, and so is banning a
    /// person. The room's creator pays for nothing, because they can only fill their own log.
    ///
    /// A log of maximum length still has space for the commands that bring the running game to its
    /// end, and for those that protect the room. No game has so many of the former that the log
    /// would become much longer, and the latter have a separate allowance.
    pub fn of(command: &Command, person: &Person, state: &RoomState) -> Self {
        let player = person.player;
        let playing = state.playing();
        let plays = playing.is_some();
        let protects = state.is_host(player) && !state.is_full();
        let is_recorded = match command {
            Command::Name { .. } => state.has_part(player),
            Command::Hint { .. } => state.hinted_at(player).is_none(),
            Command::Report { .. } => false,
            _ => true,
        };
        let (has_place, is_paid_for) = match command {
            Command::Act { .. } => (plays, false),
            // The turn bounds a take-back, and a hint occurs once for each decision. No game needs
            // either to reach its end.
            Command::TakeBack { .. }
            | Command::AgreeTakeBack { .. }
            | Command::Hint { .. }
            | Command::Report { .. } => (false, false),
            Command::Stand {} | Command::Guest { name: None, .. } => (plays, !plays),
            Command::Back {} => {
                let seat = state.seat_of(player);
                (plays, seat.is_some_and(|seat| !state.is_away(seat)))
            }
            Command::GoOn {} => {
                let is_paused = playing.is_some_and(|playing| playing.paused.is_some());
                (plays, !is_paused)
            }
            Command::VoteToSkip { .. } => (plays, true),
            Command::VoteToEnd { wanted } => (plays && *wanted, true),
            Command::Remove { .. } => (protects, false),
            Command::Host { .. }
            | Command::Admit { .. }
            | Command::Lock { .. }
            | Command::Hush { .. } => (protects, true),
            Command::Sit { .. }
            | Command::Guest { .. }
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
            is_paid_for: is_paid_for && is_recorded && person.connects_as() != state.creator,
            has_place: has_place || !is_recorded,
        }
    }
}
