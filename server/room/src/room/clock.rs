//! Whose time runs, and what happens when it is up.

use senda_rules::{Game, GameEvent, Seat, Seats};

use super::Room;
use crate::{
    LogEvent, Time, limits,
    protocol::{By, Clock, ClockView, Phase, RunningClock},
};

/// The turn of a seat that may decide something, or what it is asked for in another's.
///
/// One time covers a whole turn, however many decisions it has, but for the least that each of them has
/// ([`limits::LEAST_TURN_MS`]).
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub seat: Seat,
    /// When it began, or its last decision was made; later than now, if its owner is given time to come back.
    pub from: Time,
    /// Milliseconds that had run before `from` since then, where the game stood still meanwhile.
    pub spent_ms: u64,
    /// When its time is up, with a clock.
    pub until: Option<Time>,
    /// When a decision is made for an owner who is away. The turn's own end counts as well, so that
    /// a seat that is given up and taken over again and again can't hold the game up.
    pub pause: Option<Time>,
}

/// A turn whose time does not run: its owner waits for what another seat is asked.
#[derive(Clone, Debug)]
pub(super) struct Stopped {
    seat: Seat,
    /// Milliseconds that it still has, with a clock.
    left_ms: Option<u64>,
}

impl Turn {
    fn due(&self) -> Option<Time> {
        self.until.into_iter().chain(self.pause).min()
    }
}

impl Room {
    /// The seats that may decide something now.
    pub(super) fn acting(&self) -> Seats {
        match &self.lasting.play {
            Some(play) if self.lasting.phase == Phase::Playing => play.game.acting(),
            _ => Seats::NONE,
        }
    }

    /// Whose turn it is, also while another seat is asked for something in it.
    fn mover(&self) -> Option<Seat> {
        match &self.lasting.play {
            Some(play) if self.lasting.phase == Phase::Playing => play.game.mover(),
            _ => None,
        }
    }

    /// Ends the turns that are over and begins those that are new, at `from`.
    pub(super) fn turn(&mut self, from: Time, happened: &[LogEvent]) {
        for happened in happened {
            match happened {
                LogEvent::Played {
                    seat, by, events, ..
                } => {
                    let begins = events.iter().any(GameEvent::begins_turn);
                    if *by == By::Player {
                        self.knows(*seat);
                    }
                    if begins {
                        self.stopped = None;
                    }
                    if begins || self.mover() != Some(*seat) {
                        self.turns.retain(|turn| turn.seat != *seat);
                    } else {
                        self.decide_on(from, *seat, *by);
                    }
                }
                LogEvent::Started { .. } | LogEvent::Ended { .. } => {
                    self.turns.clear();
                    self.stopped = None;
                }
                // Without a clock the others have asked for it: not to wait as long once more.
                LogEvent::Away { seat, away: true } => {
                    let last = from.plus(limits::RETURNED_TURN_MS);
                    let mut turns = self.turns.iter_mut();
                    if let Some(turn) = turns.find(|turn| turn.seat == *seat) {
                        turn.until.get_or_insert(last);
                    }
                }
                _ => {}
            }
        }
        self.stop_mover(from);
        let acting = self.acting();
        self.turns.retain(|turn| acting.contains(turn.seat));
        for seat in acting.iter() {
            if self.turns.iter().all(|turn| turn.seat != seat) {
                let stopped = self.stopped.take_if(|stopped| stopped.seat == seat);
                let allowance_ms = match stopped {
                    Some(Stopped { left_ms, .. }) => {
                        left_ms.map(|left_ms| left_ms.max(limits::LEAST_TURN_MS))
                    }
                    None => self.allowance_ms(seat),
                };
                let from = self.starts(from, seat);
                let until = allowance_ms.map(|ms| from.plus(ms));
                self.turns.push(Turn {
                    seat,
                    from,
                    spent_ms: 0,
                    until,
                    pause: None,
                });
            }
        }
        for turn in &mut self.turns {
            let chair = self.lasting.chair(turn.seat);
            if chair.is_some_and(super::seats::SeatState::is_played_for) {
                let pause = turn.from.max(from).plus(limits::AWAY_PAUSE_MS);
                turn.pause.get_or_insert(pause);
            } else {
                turn.pause = None;
            }
        }
    }

    /// A decision was made in a turn that is not over.
    fn decide_on(&mut self, from: Time, seat: Seat, by: By) {
        let mut turns = self.turns.iter_mut();
        let Some(turn) = turns.find(|turn| turn.seat == seat) else {
            return;
        };
        turn.from = from;
        turn.spent_ms = 0;
        turn.pause = None;
        // Once its time is up, all that is left of a turn is decided for its owner.
        if by == By::Player {
            let least = from.plus(limits::LEAST_TURN_MS);
            turn.until = turn.until.map(|until| until.max(least));
        }
    }

    /// The time of whose turn it is stands still while another seat is asked for something in it.
    fn stop_mover(&mut self, now: Time) {
        let mover = self.mover();
        let _ = self.stopped.take_if(|stopped| Some(stopped.seat) != mover);
        let is_asked =
            |turn: &&Turn| Some(turn.seat) == mover && !self.acting().contains(turn.seat);
        if let Some(turn) = self.turns.iter().find(is_asked) {
            self.stopped = Some(Stopped {
                seat: turn.seat,
                left_ms: turn.until.map(|until| until.since(now)),
            });
        }
    }

    /// How long a turn that begins now may take, or what a seat is asked for in another's.
    fn allowance_ms(&self, seat: Seat) -> Option<u64> {
        let is_asked = self.mover().is_some_and(|mover| mover != seat);
        match self.lasting.settings.clock {
            Clock::None {} => None,
            Clock::Turn { seconds } => {
                let turn_ms = u64::from(seconds) * 1_000;
                Some(if is_asked {
                    turn_ms.min(limits::ANSWER_MS)
                } else {
                    turn_ms
                })
            }
            Clock::Bank { .. } if is_asked => Some(limits::ANSWER_MS),
            Clock::Bank { .. } => {
                let bank_ms = self.lasting.chair(seat).map_or(0, |chair| chair.bank_ms);
                Some(bank_ms.max(limits::LEAST_TURN_MS))
            }
        }
    }

    /// What is in a seat's bank after a decision. What it is asked for in another's turn is not charged, and the
    /// gain is only for a turn that the decision completes.
    pub(super) fn bank_after(&self, now: Time, seat: Seat, completes: bool) -> Option<u64> {
        let Clock::Bank { increment, .. } = self.lasting.settings.clock else {
            return None;
        };
        let bank_ms = self.lasting.chair(seat)?.bank_ms;
        let mut own = self.turns.iter().filter(|_| self.mover() == Some(seat));
        Some(match own.find(|turn| turn.seat == seat) {
            None => bank_ms,
            Some(turn) => {
                let gain_ms = if completes {
                    u64::from(increment) * 1_000
                } else {
                    0
                };
                bank_ms.saturating_sub(turn.spent_ms + now.since(turn.from)) + gain_ms
            }
        })
    }

    /// The seat whose time is up first, and when.
    pub(super) fn next_turn_due(&self) -> Option<(Time, Seat)> {
        if self.standstill.since.is_some() {
            return None;
        }
        let due = self
            .turns
            .iter()
            .filter_map(|turn| Some((turn.due()?, turn.seat)));
        due.min()
    }

    /// Lets a turn wait once more, from now. For a seat that has nothing to decide after all.
    pub(super) fn wait_again(&mut self, now: Time, seat: Seat) {
        self.turns.retain(|turn| turn.seat != seat);
        self.turn(now, &[]);
    }

    /// The clock as everybody sees it.
    pub(super) fn clock_view(&self) -> Option<ClockView> {
        let lasting = &self.lasting;
        let running = |turn: &Turn| {
            Some(RunningClock {
                seat: turn.seat,
                until: turn.until?.0,
            })
        };
        let turns = self.turns.iter().filter(|_| lasting.paused.is_none());
        let running: Vec<RunningClock> = turns.filter_map(running).collect();
        let has_none = matches!(lasting.settings.clock, Clock::None {}) && running.is_empty();
        if lasting.phase != Phase::Playing || has_none {
            return None;
        }
        let has_bank = matches!(lasting.settings.clock, Clock::Bank { .. });
        Some(ClockView {
            running,
            banks_ms: has_bank.then(|| {
                lasting
                    .all_chairs()
                    .map(|(_, chair)| chair.bank_ms)
                    .collect()
            }),
        })
    }
}
