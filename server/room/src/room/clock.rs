//! Whose time runs, and what happens when it is up.

use senda_rules::{Game, Seat, Seats};

use super::Room;
use crate::{
    Happened, Time, limits,
    protocol::{Clock, ClockView, Phase, RunningClock},
};

/// The turn of a seat that may decide something.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub seat: Seat,
    /// When it began; later than now, if people are given time to come back.
    pub from: Time,
    /// When its time is up, with a clock.
    pub until: Option<Time>,
    /// When a decision is made for an owner who is away. The turn's own end counts as well, so that
    /// a seat that is given up and taken over again and again can't hold the game up.
    pub pause: Option<Time>,
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

    /// Ends the turns that are over and begins those that are new, at `from`.
    pub(super) fn turn(&mut self, from: Time, happened: &[Happened]) {
        for happened in happened {
            match happened {
                Happened::Played { seat, .. } => self.turns.retain(|turn| turn.seat != *seat),
                Happened::Started { .. } | Happened::Ended { .. } => self.turns.clear(),
                // Without a clock the others have asked for it: not to wait as long once more.
                Happened::Away { seat, away: true } => {
                    let last = from.plus(limits::RETURNED_TURN_MS);
                    let mut turns = self.turns.iter_mut();
                    if let Some(turn) = turns.find(|turn| turn.seat == *seat) {
                        turn.until.get_or_insert(last);
                    }
                }
                _ => {}
            }
        }
        let acting = self.acting();
        self.turns.retain(|turn| acting.contains(turn.seat));
        for seat in acting.iter() {
            if self.turns.iter().all(|turn| turn.seat != seat) {
                let until = self.allowance_ms(seat).map(|ms| from.plus(ms));
                self.turns.push(Turn {
                    seat,
                    from,
                    until,
                    pause: None,
                });
            }
        }
        for turn in &mut self.turns {
            let chair = self.lasting.chair(turn.seat);
            if chair.is_some_and(super::seats::Chair::is_played_for) {
                let pause = turn.from.max(from).plus(limits::AWAY_PAUSE_MS);
                turn.pause.get_or_insert(pause);
            } else {
                turn.pause = None;
            }
        }
    }

    /// How long a turn that begins now may take.
    fn allowance_ms(&self, seat: Seat) -> Option<u64> {
        match self.lasting.settings.clock {
            Clock::None {} => None,
            Clock::Turn { seconds } => Some(u64::from(seconds) * 1_000),
            Clock::Bank { .. } => {
                let bank_ms = self.lasting.chair(seat).map_or(0, |chair| chair.bank_ms);
                Some(bank_ms.max(limits::LEAST_TURN_MS))
            }
        }
    }

    /// What is in a seat's bank after a decision; the gain is only for a turn that it completes.
    pub(super) fn bank_after(&self, now: Time, seat: Seat) -> Option<u64> {
        let Clock::Bank { increment, .. } = self.lasting.settings.clock else {
            return None;
        };
        let bank_ms = self.lasting.chair(seat)?.bank_ms;
        Some(match self.turns.iter().find(|turn| turn.seat == seat) {
            None => bank_ms,
            Some(turn) => {
                bank_ms.saturating_sub(now.since(turn.from)) + u64::from(increment) * 1_000
            }
        })
    }

    /// The seat whose time is up first, and when.
    pub(super) fn next_turn_due(&self) -> Option<(Time, Seat)> {
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
        let running: Vec<RunningClock> = self.turns.iter().filter_map(running).collect();
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
