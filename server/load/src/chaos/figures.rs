//! The results of a run with faults, as one table.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use senda_rules::GameKind;

use crate::{
    latency::{Latencies, Times},
    ledger::{Ledger, Rule, Totals, Violation},
    proxy::Met,
    swarm::Counted,
};

/// The faults of a run, and the observations of the swarm.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// The seed of the run.
    pub seed: u64,
    /// The duration in seconds, from the first start to the end of the last game.
    pub seconds: u64,
    /// The number of rooms at once.
    pub rooms: u32,
    /// The number of kills with SIGKILL at a moment of the plan.
    pub kills: u64,
    /// The number of kills at points of the server's work, by point.
    pub kills_at: BTreeMap<&'static str, u64>,
    /// The number of exits after one SIGTERM, and of exits after two.
    pub terminated: (u64, u64),
    /// The number of times that the process was stopped with SIGSTOP.
    pub pauses: u64,
    /// The number of times that every connection was cut at once.
    pub cut_all: u64,
    /// The number of crashes of the database.
    pub crashes: u64,
    /// The faults of a run with several servers, by kind.
    pub faults: BTreeMap<&'static str, u64>,
    /// The number of versions that a client had received and a standby did not have.
    pub lost_by_standby: u64,
    /// The times from each fault until a player had reconnected to the last room that it
    /// interrupted. The key is the kind of fault, and whether the people's own network was without
    /// faults.
    pub resumed: BTreeMap<(&'static str, bool), Latencies>,
    /// The counts of the people when the last fault had ended, in a run with several servers.
    pub away: Counted,
    /// The number of times that the disk was full, broken or mute, by state.
    pub disks: BTreeMap<&'static str, u64>,
    /// The number of starts with a wrong clock.
    pub wrong_clocks: u64,
    /// The faults that connections met in the network.
    pub met: Met,
    /// The number of checks of the database between two lives.
    pub looks: u64,
    /// The times from each start of the process to its first answer.
    pub answers: Latencies,
    /// The time in seconds from the last fault to the end of every game.
    pub finish_s: u64,
    /// The games that were played.
    pub games: BTreeSet<GameKind>,
    /// The counters of the ledger.
    pub told: Totals,
    /// The number of violations of each promise.
    pub broken: BTreeMap<Rule, u64>,
    /// The first violations, in full.
    pub violations: Vec<Violation>,
}

impl Figures {
    /// Copies the results of a ledger.
    pub(super) fn tell(&mut self, ledger: &Ledger) {
        self.games = ledger.rooms().iter().filter_map(|room| room.game).collect();
        self.told = ledger.totals();
        self.violations = ledger.violations();
        self.broken = ledger.broken();
    }

    /// Returns the number of kills without warning, at any point.
    pub fn hard_kills(&self) -> u64 {
        self.kills + self.kills_at.values().sum::<u64>()
    }

    /// Returns the number of kills between the first row of a transaction and its acknowledgement.
    pub fn kills_in_commits(&self) -> u64 {
        let within = ["before-commit", "after-commit"];
        within.iter().filter_map(|at| self.kills_at.get(at)).sum()
    }

    /// Returns the number of rooms that could not be played to their end, or not be visited.
    pub fn stuck_rooms(&self) -> usize {
        let stuck = self.violations.iter();
        let stuck = stuck.filter(|seen| seen.rule == Rule::Playable && !seen.room.is_empty());
        stuck.map(|seen| &seen.room).collect::<BTreeSet<_>>().len()
    }

    fn rows(&self) -> Vec<(String, u64)> {
        let mut rows = Vec::new();
        let mut row = |what: &str, count: u64| rows.push((what.to_owned(), count));
        row("seed", self.seed);
        row("seconds", self.seconds);
        row("rooms at once", self.rooms.into());
        self.faults(&mut row);
        self.recoveries(&mut row);
        self.promises(&mut row);
        rows
    }

    fn faults(&self, row: &mut impl FnMut(&str, u64)) {
        row("hard kills", self.hard_kills());
        row("... of them within a commit", self.kills_in_commits());
        row("... of them at any moment", self.kills);
        for (point, count) in &self.kills_at {
            let point = point.replace('-', " ");
            row(&format!("... of them at the point: {point}"), *count);
        }
        row("SIGTERM", self.terminated.0);
        row("SIGTERM twice", self.terminated.1);
        row("SIGSTOP for a while", self.pauses);
        for (disk, count) in &self.disks {
            row(&format!("disk {disk} for a while"), *count);
        }
        for (fault, count) in &self.faults {
            row(fault, *count);
        }
        row("crashes of the database", self.crashes);
        if self.lost_by_standby > 0 {
            row("versions that a standby did not have", self.lost_by_standby);
        }
        row("starts with a wrong clock", self.wrong_clocks);
        row("all connections cut at once", self.cut_all);
        row("connections cut", self.met.cut);
        row("connections cut within a message", self.met.torn);
        row("messages late", self.met.delayed);
        row("messages late by seconds", self.met.stalled);
        row("commands that came twice", self.met.duplicated);
        row("commands that overtook another", self.met.reordered);
    }

    fn recoveries(&self, row: &mut impl FnMut(&str, u64)) {
        let answers = Times::of(&self.answers);
        row("recoveries", answers.count);
        row("ms to the first answer, p50", answers.p50 / 1_000);
        row("ms to the first answer, p99", answers.p99 / 1_000);
        row("ms to the first answer, longest", answers.max / 1_000);
        for ((fault, is_fair), times) in &self.resumed {
            let times = Times::of(times);
            let people = if *is_fair { "fair" } else { "bad too" };
            let after = format!("rooms had players back after {fault}, people's network {people}");
            row(&after, times.count);
            row("... after ms, p50", times.p50 / 1_000);
            row("... longest", times.max / 1_000);
        }
        if self.away.closes.is_empty() {
            return;
        }
        for (code, count) in &self.away.closes {
            row(&format!("sockets closed with {code}"), *count);
        }
        for (reason, count) in &self.away.refused {
            row(&format!("sockets not opened: {reason}"), *count);
        }
        let Times { p50, p99, max, .. } = Times::of(&self.away.absences);
        row(
            "ms until people were told something again, p50",
            p50 / 1_000,
        );
        row("... p99", p99 / 1_000);
        row("... longest", max / 1_000);
    }

    fn promises(&self, row: &mut impl FnMut(&str, u64)) {
        row("looks at the database", self.looks);
        row("rooms in all", self.told.rooms);
        row("different games", self.games.len() as u64);
        row("games ended", self.told.ended);
        row("decisions told", self.told.moves);
        row("updates compared", self.told.updates);
        row("seconds to the end of every game", self.finish_s);
        row("commands sent", self.told.commands);
        row("commands acknowledged", self.told.acked);
        let broken = |rule| self.broken.get(&rule).copied().unwrap_or(0);
        row("... of them lost", broken(Rule::Kept));
        row("commands that counted twice", broken(Rule::Once));
        row("clocks charged for downtime", broken(Rule::Clock));
        row("rooms stuck", self.stuck_rooms() as u64);
        row("promises broken, all kinds", self.told.violations);
        for (rule, count) in &self.broken {
            row(&format!("... {rule:?}"), *count);
        }
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
