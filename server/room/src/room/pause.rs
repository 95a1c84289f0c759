//! A game that stands still: because everybody has left, or because those who play have agreed.
//!
//! Who is here is not in the log, and so the standstill of a table that everybody has left begins at once, in
//! memory: no clock runs from then on. Only one that lasts is written down. In a server that has just started
//! nobody is here either, and so nobody pays for the time without it.

use senda_rules::{Game, Seat};

use super::{Effect, PlayerId, Room, clock::Turn, pace::Pace, seats::SeatState};
use crate::{
    LogEvent, Time, limits,
    protocol::{AwaitedView, ClockView, PauseReason, Phase, Problem, RoomProblem, ServerMessage},
};

/// How often a table that everybody left is written down as such.
const DESERTIONS: Pace = Pace {
    burst: limits::DESERTION_BURST,
    refill_ms: limits::DESERTION_REFILL_MS,
};

/// A game that stands still, or has gone on just now.
#[derive(Clone, Debug, Default)]
pub(super) struct Standstill {
    /// Since when no clock runs.
    pub since: Option<Time>,
    /// Whose clocks wait for them once it goes on.
    pub grace: Grace,
    /// Who is coming just now, and is not among those who are here yet.
    pub coming: Option<PlayerId>,
    /// For [`DESERTIONS`].
    desertions: Option<Time>,
}

/// The time that players have who may not know yet that the game goes on.
#[derive(Clone, Debug, Default)]
pub(super) struct Grace {
    /// Until when their clocks wait for them.
    until: Option<Time>,
    /// Who knows.
    back: Vec<PlayerId>,
}

impl Room {
    /// Whether the game runs, has players, and none of them is connected.
    fn everybody_left(&self) -> bool {
        let mut owners = self.lasting.seated().map(|(_, chair)| chair.owner.player);
        let is_there =
            |player: PlayerId| self.is_here(player) || self.standstill.coming == Some(player);
        let playing = self.lasting.phase == Phase::Playing;
        playing && self.lasting.has_players() && !owners.any(is_there)
    }

    /// Stops all clocks where nobody is left or a pause has begun, and lets them go on where neither is so.
    pub(super) fn watch_the_table(&mut self, now: Time) {
        let stands = self.lasting.paused.is_some() || self.everybody_left();
        match self.standstill.since {
            None if stands => self.standstill.since = Some(now),
            Some(_) if !stands => {
                let here = self.lasting.seated().map(|(_, chair)| chair.owner.player);
                let coming = self.standstill.coming;
                let back = here.filter(|&player| self.is_here(player) || coming == Some(player));
                let back = back.collect();
                self.go_on(now, back);
            }
            _ => {}
        }
    }

    /// Lets the clocks run again: at once for those who are `back`, and for the others after a fair minute, or
    /// when they come.
    pub(super) fn go_on(&mut self, now: Time, back: Vec<PlayerId>) {
        let Some(since) = self.standstill.since.take() else {
            return;
        };
        self.standstill.grace = Grace {
            until: Some(now.plus(limits::RETURN_GRACE_MS)),
            back,
        };
        let mut turns = std::mem::take(&mut self.turns);
        for turn in &mut turns {
            turn.stand_still(since, self.starts(now, turn.seat));
        }
        self.turns = turns;
        self.turn(now, &[]);
    }

    /// When the clock of a seat starts whose turn begins, or goes on, now.
    pub(super) fn starts(&self, now: Time, seat: Seat) -> Time {
        let grace = &self.standstill.grace;
        let waits = |chair: &SeatState| {
            let player = chair.owner.player;
            let sleeps = chair.away && self.is_here(player);
            !(chair.vacant || sleeps || grace.back.contains(&player))
        };
        match (grace.until, self.lasting.chair(seat)) {
            (Some(until), Some(chair)) if waits(chair) => now.max(until),
            _ => now,
        }
    }

    /// The owner of that seat knows that the game goes on.
    pub(super) fn knows(&mut self, seat: Seat) {
        let owner = self.lasting.chair(seat).map(|chair| chair.owner.player);
        let back = &mut self.standstill.grace.back;
        back.extend(owner.filter(|player| !back.contains(player)));
    }

    /// Somebody comes who has a seat: what stood still because nobody was there goes on, and a clock that has
    /// waited for them runs. A pause that is in the log ends by a record instead.
    pub(super) fn come_back(&mut self, now: Time, seat: Seat) {
        self.watch_the_table(now);
        self.knows(seat);
        let waiting = |turn: &&mut Turn| turn.seat == seat && turn.from > now;
        if let Some(turn) = self.turns.iter_mut().find(waiting) {
            turn.stand_still(turn.from, now);
        }
        if self.standstill.since.is_none() {
            self.turn(now, &[]);
        }
    }

    /// Every moment that a view tells.
    pub(super) fn moments(&self) -> (Option<ClockView>, Vec<AwaitedView>) {
        (self.clock_view(), self.awaited_view())
    }

    /// Tells everybody how the clocks run now, though nothing has happened that is in the log.
    pub(super) fn tell_moments(&self, now: Time, out: &mut Vec<Effect>) {
        let version = self.lasting.version;
        for (viewer, mut to) in self.links_by_viewer() {
            to.retain(|&link| self.people.told(link) == version);
            if !to.is_empty() {
                let down: ServerMessage = self.update_from(now, version, viewer);
                out.push(Effect::Tell { to, down });
            }
        }
    }

    /// When it is to be written down that everybody has left. Not at once: a proxy that starts again drops
    /// everybody for a moment.
    pub(super) fn desertion_due(&self) -> Option<Time> {
        let since = self.standstill.since?;
        if self.lasting.paused.is_some() || self.lasting.is_used_up() || !self.everybody_left() {
            return None;
        }
        let due = since.plus(limits::DESERTED_MS);
        Some(DESERTIONS.next(due, self.standstill.desertions))
    }

    /// The pause that begins now, or the end of one.
    pub(super) fn pause_due(&mut self, now: Time) -> Option<LogEvent> {
        if self.lasting.paused.is_some() && !self.lasting.has_players() {
            // The seats have been given up: there is nobody who could ask to go on.
            return Some(LogEvent::Resumed { seat: None });
        }
        if self.desertion_due().is_some_and(|due| due <= now) {
            let full_again = DESERTIONS.once_more(now, self.standstill.desertions);
            self.standstill.desertions = full_again.ok().or(self.standstill.desertions);
            let reason = PauseReason::EverybodyLeft;
            return Some(LogEvent::Paused { reason });
        }
        self.has_agreed().then_some(LogEvent::Paused {
            reason: PauseReason::Agreed,
        })
    }

    /// Whether all who play and are here ask for a pause. Who is gone, out of the game or played for is not
    /// asked.
    fn has_agreed(&self) -> bool {
        let lasting = &self.lasting;
        let asked_by = &lasting.pause_asked_by;
        if asked_by.is_empty() || lasting.paused.is_some() || lasting.is_used_up() {
            return false;
        }
        let still_in = lasting
            .play
            .as_ref()
            .map(|play| play.game.still_in())
            .unwrap_or_default();
        let here = lasting
            .seated()
            .filter(|(_, chair)| self.is_here(chair.owner.player));
        let here: Vec<(Seat, &SeatState)> = here.collect();
        let agrees = |seat: Seat| asked_by.contains(&seat);
        here.iter().any(|&(seat, _)| agrees(seat))
            && here
                .iter()
                .all(|&(seat, chair)| chair.away || !still_in.contains(seat) || agrees(seat))
    }

    /// A player asks for a pause, or agrees to one that is asked for.
    pub(super) fn decide_pause(&self, player: PlayerId) -> Result<Vec<LogEvent>, Problem> {
        let lasting = &self.lasting;
        let seat = self.playing_seat(player)?;
        let mut happened = Vec::new();
        if lasting.chair(seat).is_some_and(|chair| chair.away) {
            happened.push(LogEvent::Away { seat, away: false });
        }
        if lasting.paused.is_none() && !lasting.pause_asked_by.contains(&seat) {
            happened.push(LogEvent::PauseAsked { seat });
        }
        Ok(happened)
    }

    /// A player ends the pause, whoever has asked for it; or does not agree to one, or takes back what they
    /// asked for.
    pub(super) fn decide_go_on(&self, player: PlayerId) -> Result<Vec<LogEvent>, Problem> {
        let lasting = &self.lasting;
        let seat = self.playing_seat(player)?;
        Ok(if lasting.paused.is_some() {
            vec![LogEvent::Resumed { seat: Some(seat) }]
        } else if lasting.pause_asked_by.is_empty() {
            Vec::new()
        } else {
            vec![LogEvent::PauseDeclined { seat }]
        })
    }

    /// The seat that someone has in the game that runs.
    fn playing_seat(&self, player: PlayerId) -> Result<Seat, RoomProblem> {
        if self.lasting.phase != Phase::Playing {
            return Err(RoomProblem::NoGame);
        }
        self.lasting.seat_of(player).ok_or(RoomProblem::NoSeat)
    }
}

impl Turn {
    /// Lets what is left of it from `since` on begin at `start`.
    fn stand_still(&mut self, since: Time, start: Time) {
        let stopped = since.max(self.from);
        self.spent_ms += stopped.since(self.from);
        self.until = self.until.map(|until| {
            let left_ms = until.since(stopped).max(limits::RESUMED_TURN_MS);
            start.plus(left_ms)
        });
        self.from = start;
        self.pause = None;
    }
}
