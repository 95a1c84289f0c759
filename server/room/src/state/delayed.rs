//! The earlier position of a running game that spectators see with all hands.

use std::collections::VecDeque;

use senda_rules::{AnyGame, Seat, Viewer};

use super::{InvalidRecord, completes_turn};
use crate::log::{LogEvent, Record};

/// The room as its spectators see it while a game runs: a number of turns ago, with all hands. The
/// records since then wait.
///
/// It is a state of its own and not a view of the current one, so nothing in it can depend on a
/// record that waits.
#[derive(Clone, Eq, PartialEq)]
pub(crate) struct Delayed<S> {
    /// The number of turns that must be complete after a decision before the spectators see it.
    turns: u32,
    /// The room without the records that wait.
    pub state: S,
    /// The turn of the last decision in `state`, counted from 1, or 0 before the first.
    shown: u32,
    /// The records that wait, each with the turn of the last decision up to it.
    waiting: VecDeque<(u32, Record)>,
    /// The turn of the last decision of all.
    last: u32,
    /// For each decision that stands, the number of turns that were complete after it.
    complete: Vec<u32>,
}

impl<S> Delayed<S> {
    /// Creates the delayed state of a game that has just been dealt.
    pub fn begin(state: S, turns: u8) -> Self {
        Self {
            turns: turns.into(),
            state,
            shown: 0,
            waiting: VecDeque::new(),
            last: 0,
            complete: Vec::new(),
        }
    }

    /// Returns the viewer that the spectators see the delayed state as. At first, and after a
    /// take-back of many turns, its hands are too recent.
    pub fn viewer(&self) -> Viewer {
        if self.is_due(self.shown) {
            Viewer::Hands
        } else {
            Viewer::Spectator
        }
    }

    /// Returns whether enough turns are complete to show a decision of this turn.
    fn is_due(&self, turn: u32) -> bool {
        turn + self.turns <= self.complete()
    }

    /// Returns the number of turns that are complete.
    fn complete(&self) -> u32 {
        self.complete.last().copied().unwrap_or(0)
    }

    /// Adds a record, and applies the records that are due to the delayed state. `mover` is the
    /// seat whose turn it was before the record, and `now` the game after it.
    pub fn add(
        &mut self,
        record: &Record,
        mover: Option<Seat>,
        now: Option<&AnyGame>,
        apply: impl Fn(&mut S, &Record) -> Result<(), InvalidRecord>,
    ) -> Result<(), InvalidRecord> {
        for event in &record.happened {
            match event {
                LogEvent::Played(played) => {
                    let before = self.complete();
                    let ends = now
                        .is_some_and(|now| completes_turn(played.seat, mover, &played.events, now));
                    self.complete.push(before + u32::from(ends));
                    self.last = before + 1;
                }
                LogEvent::TookBack(took) => {
                    let stay = self.complete.len().saturating_sub(took.decisions());
                    self.complete.truncate(stay);
                    self.last = self.complete() + 1;
                }
                _ => {}
            }
        }
        self.waiting.push_back((self.last, record.clone()));
        while let Some((turn, record)) = self.waiting.pop_front() {
            if !self.is_due(turn) {
                self.waiting.push_front((turn, record));
                break;
            }
            apply(&mut self.state, &record)?;
            self.shown = turn;
        }
        Ok(())
    }
}
