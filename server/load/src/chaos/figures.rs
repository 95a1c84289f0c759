//! What a run has done and seen, as one table.

use std::{collections::BTreeMap, fmt, time::Duration};

use serde::Serialize;

use crate::{
    ledger::{Totals, Violation},
    proxy::Met,
};

/// What a run has done and seen.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Figures {
    /// The seed.
    pub seed: u64,
    /// Seconds, from the first start to the last game's end.
    pub seconds: u64,
    /// Rooms at once.
    pub rooms: usize,
    /// Kills without warning at a moment of the plan's.
    pub kills: u64,
    /// Kills without warning at points of the server's work.
    pub kills_at: BTreeMap<&'static str, u64>,
    /// Ends that were asked for, and those that were asked for twice.
    pub terminated: (u64, u64),
    /// Times when the process stood still.
    pub pauses: u64,
    /// Times when every connection was cut at once.
    pub cut_all: u64,
    /// Times when the disk was full, broken or mute.
    pub disks: BTreeMap<&'static str, u64>,
    /// Starts at a wrong time.
    pub wrong_clocks: u64,
    /// What connections met on the way.
    pub met: Met,
    /// Looks at the database between two lives.
    pub looks: u64,
    /// From each start of the process to its first answer, milliseconds.
    pub answers_ms: Vec<u64>,
    /// Seconds from the last fault to the end of every game.
    pub finish_s: u64,
    /// What the swarm was told.
    pub told: Totals,
    /// Promises that were not kept.
    pub violations: Vec<Violation>,
}

impl Figures {
    /// Kills without warning, wherever.
    pub fn hard_kills(&self) -> u64 {
        self.kills + self.kills_at.values().sum::<u64>()
    }

    /// Notes how long a start took.
    pub fn answered(&mut self, time: Duration) {
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.answers_ms.push(time);
    }

    /// The time within which so many of a hundred starts answered, milliseconds.
    fn answer_ms(&self, percent: usize) -> u64 {
        let mut sorted = self.answers_ms.clone();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        sorted.get(last * percent / 100).copied().unwrap_or(0)
    }

    fn rows(&self) -> Vec<(String, String)> {
        let mut rows = Vec::new();
        let mut row = |what: &str, figure: String| rows.push((what.to_owned(), figure));
        row("seed", self.seed.to_string());
        row("seconds", self.seconds.to_string());
        row("rooms at once", self.rooms.to_string());
        row("hard kills", self.hard_kills().to_string());
        row("... at any moment", self.kills.to_string());
        for (point, count) in &self.kills_at {
            row(
                &format!("... {}", point.replace('-', " ")),
                count.to_string(),
            );
        }
        row(
            "SIGTERM, twice",
            format!("{}, {}", self.terminated.0, self.terminated.1),
        );
        row("SIGSTOP pauses", self.pauses.to_string());
        for (disk, count) in &self.disks {
            row(
                &format!("times with a disk that was {disk}"),
                count.to_string(),
            );
        }
        row("starts at a wrong time", self.wrong_clocks.to_string());
        row(
            "times when all connections were cut",
            self.cut_all.to_string(),
        );
        row(
            "connections cut, within a message",
            format!("{}, {}", self.met.cut, self.met.torn),
        );
        row(
            "messages late, by seconds",
            format!("{}, {}", self.met.delayed, self.met.stalled),
        );
        row(
            "commands twice, out of order",
            format!("{}, {}", self.met.duplicated, self.met.reordered),
        );
        row("starts", self.answers_ms.len().to_string());
        let answer = format!(
            "{}, {}, {}",
            self.answer_ms(50),
            self.answer_ms(99),
            self.answer_ms(100)
        );
        row("ms to the first answer (median, 99 %, longest)", answer);
        row("looks at the database", self.looks.to_string());
        row("rooms in all", self.told.rooms.to_string());
        row("commands sent", self.told.commands.to_string());
        row("commands acknowledged", self.told.acked.to_string());
        row("moves told", self.told.moves.to_string());
        row("games ended", self.told.ended.to_string());
        row("updates compared", self.told.updates.to_string());
        row(
            "s to the end of every game after the last fault",
            self.finish_s.to_string(),
        );
        row("violations", self.told.violations.to_string());
        rows
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what | figure |\n|---|---|")?;
        for (what, figure) in self.rows() {
            writeln!(f, "| {what} | {figure} |")?;
        }
        for violation in self.violations.iter().take(20) {
            let Violation {
                rule,
                room,
                person,
                seed,
                seen,
            } = violation;
            let seen: String = seen.chars().take(600).collect();
            writeln!(
                f,
                "VIOLATION {rule:?} (seed {seed}) room {room}, {person}: {seen}"
            )?;
        }
        Ok(())
    }
}
