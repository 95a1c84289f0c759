//! Checks that the clocks of a game stood still while the server was down.

use std::time::Duration;

use super::{
    facts::Facts,
    received::{Life, ReceivedUpdate},
};

/// The tolerance in milliseconds for the difference between two clocks and for a busy machine.
const SLACK_MS: u64 = 300;

/// The last clock values that the swarm received.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    life: u64,
    version: u32,
    round: u64,
    /// The seats whose time ran at that version, each with the longest remaining time in
    /// milliseconds that an update showed.
    left_ms: Vec<(u64, u64)>,
    banks_ms: Vec<u64>,
    /// The banks of this game in milliseconds when the server was last stopped. A bank is charged
    /// at the end of a turn, and the turn that ran at that moment ends later.
    banks_before_ms: Vec<u64>,
}

impl Clocks {
    /// Compares the clocks of an update with those before the last start of the server. Since then
    /// they can only have run as long as the server did. Returns a description of the contradiction
    /// if there is one.
    pub fn compare(
        &mut self,
        update: &ReceivedUpdate,
        life: Life,
        facts: &Facts,
    ) -> Option<String> {
        if update.version < self.version || life.number < self.life {
            return None;
        }
        let left_ms: Vec<(u64, u64)> = facts
            .running
            .iter()
            .map(|(seat, until)| {
                // A player who may still be on their way back gets one more minute, which is not
                // part of the turn.
                let left_ms = until.saturating_sub(update.now);
                (*seat, left_ms.min(facts.allowance_ms(*seat)))
            })
            .collect();
        let ran = update.heard.saturating_duration_since(life.began);
        let ran_ms = whole_ms(ran) + SLACK_MS;
        let mut wrong = None;
        if life.number > self.life {
            // A turn that ended before the server stopped, and that no viewer received then, is
            // charged rightly.
            self.banks_before_ms.clear();
            if update.version == self.version {
                self.banks_before_ms = std::mem::take(&mut self.banks_ms);
                wrong = self.turns(&left_ms, ran_ms);
            }
        }
        if facts.round != self.round {
            self.banks_before_ms.clear();
        }
        let mut banks = self.banks_before_ms.iter().zip(&facts.banks_ms);
        if let Some((before, after)) = banks.find(|(before, after)| **after + ran_ms < **before) {
            wrong = Some(format!(
                "a bank of {before} ms is {after} ms after a restart {ran_ms} ms ago"
            ));
        }
        let same = (update.version, life.number) == (self.version, self.life);
        if !same || self.left_ms.is_empty() {
            self.left_ms = left_ms;
        }
        self.banks_ms.clone_from(&facts.banks_ms);
        (self.life, self.version, self.round) = (life.number, update.version, facts.round);
        wrong
    }

    fn turns(&self, left_ms: &[(u64, u64)], ran_ms: u64) -> Option<String> {
        self.left_ms.iter().find_map(|(seat, before)| {
            let after = left_ms.iter().find(|(other, _)| other == seat);
            let after = after.map_or(0, |(_, left)| *left);
            (after + ran_ms < *before).then(|| {
                format!(
                    "seat {seat} had {before} ms, and {after} ms after a restart {ran_ms} ms ago"
                )
            })
        })
    }
}

fn whole_ms(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
