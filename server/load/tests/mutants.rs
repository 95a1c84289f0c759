//! The proof is one only if it fails where a promise is broken: a test for each mutant of the server,
//! and one that shows that it is the mutant that fails.
//!
//! They need a program that is built with its failpoints, which `cargo xtask test --only chaos`
//! does; without it they are left out.

#![allow(clippy::unwrap_used)] // a test that can't go on fails

use std::path::PathBuf;

use senda_load::{
    chaos::{Chaos, Database, Figures, Only, Standby, run},
    latency::Times,
    ledger::Rule,
};
use senda_rules::GameKind;

/// Its first faults stop a server for longer than a lease, twice.
const SEED_OF_LONG_STOPS: u64 = 14_486;
/// Its first faults are four failovers, before each of which the standby was behind by more than a second.
const SEED_OF_FAILOVERS: u64 = 15_037;
/// Decides the first run with one server.
const SEED: u64 = 3;
/// Runs with one server in which a mutant can be caught.
const RUNS: u64 = 3;
/// Runs in which a server that trusts its lease for ever can be caught.
const RUNS_OF_LONG_STOPS: u32 = 3;
/// Runs in which a mutant may be caught after failovers.
const RUNS_OF_FAILOVERS: u64 = 4;

/// Servers that are replaced in a run of updates: each of the three, and one again.
const UPDATES: u64 = 4;
/// Runs of updates, of which nobody is told an error in one at least, however slow the machine is.
const RUNS_OF_UPDATES: u64 = 3;
/// An error in a run is excused if a server needs so long to start, in microseconds: it is the machine that stands still
/// then, and people are sent away who have waited for as long as they may.
const SLOW_US: u64 = 4_000_000;

/// What a run sees: with a mutant until it is seen, or for so long that it would have been.
fn figures(mutant: Option<&str>, seed: u64) -> Figures {
    let (seconds, hard_kills_at_least) = mutant.map_or((15, 7), |_| (120, 40));
    figures_of(Chaos {
        seconds,
        seed,
        rooms: 10, // so many that two play each of the games
        hard_kills_at_least,
        // However busy the machine is, something has happened that could be lost.
        acknowledged_at_least: 200,
        faults_at_least: 0,
        program: None,
        database: Database::Sqlite,
        nodes: 1,
        standby: None,
        only: None,
        think_ms: None,
        mutant: mutant.map(str::to_owned),
        stop_at_first: true,
        keep: false,
    })
}

fn figures_of(chaos: Chaos) -> Figures {
    let program = std::env::var_os("SENDA_FAILPOINTS").expect("the program with its failpoints");
    let chaos = Chaos {
        program: Some(PathBuf::from(program)),
        ..chaos
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let figures = runtime.block_on(run(&chaos)).unwrap();
    println!("{figures}");
    figures
}

/// The mutant breaks one of those promises, and it is seen. A run ends with the first promise that is broken, which may be
/// another one: then the next run has its turn.
fn caught(mutant: &str, rules: &[Rule]) {
    let is_caught = |seed| {
        let violations = figures(Some(mutant), seed).violations;
        violations.iter().any(|seen| rules.contains(&seen.rule))
    };
    let mut seeds = SEED..SEED + RUNS;
    assert!(seeds.any(is_caught), "{mutant} was not caught");
}

#[test]
#[ignore = "needs a program with failpoints: cargo xtask test --only chaos"]
fn without_a_mutant_every_promise_is_kept() {
    let figures = figures(None, SEED);
    assert_eq!(figures.violations, []);
    // The example is among them in deep tests, which build it.
    assert_eq!(figures.games, GameKind::ALL.iter().copied().collect());
    let is_deep = std::env::var_os("SENDA_TESTS").is_some_and(|tests| tests == "deep");
    let mut games = figures.games.iter();
    assert_eq!(games.any(|game| game.word() == "example"), is_deep);
}

#[test]
#[ignore = "needs a program with failpoints: cargo xtask test --only chaos"]
fn telling_before_storing_is_caught() {
    caught(
        "early-ack",
        &[Rule::Continued, Rule::Equal, Rule::Kept, Rule::Unchanged],
    );
}

#[test]
#[ignore = "needs a program with failpoints: cargo xtask test --only chaos"]
fn forgetting_the_ids_of_commands_is_caught() {
    caught("forgotten-ids", &[Rule::Once]);
}

#[test]
#[ignore = "needs a program with failpoints: cargo xtask test --only chaos"]
fn a_clock_that_ran_while_the_server_was_down_is_caught() {
    caught("charged-downtime", &[Rule::Clock]);
}

#[test]
#[ignore = "needs a program with failpoints: cargo xtask test --only chaos"]
fn half_a_commit_is_caught() {
    caught("half-commit", &[Rule::Kept, Rule::Playable]);
}

/// A run of three servers over one database.
fn over_nodes(seconds: u64, seed: u64) -> Chaos {
    Chaos {
        seconds,
        seed,
        rooms: 8,
        hard_kills_at_least: 0,
        acknowledged_at_least: 0,
        faults_at_least: 0,
        program: None,
        database: Database::Postgres,
        nodes: 3,
        standby: None,
        only: None,
        think_ms: None,
        mutant: None,
        stop_at_first: true,
        keep: false,
    }
}

#[test]
#[ignore = "needs a program with failpoints and a PostgreSQL: cargo xtask test --only chaos"]
fn a_server_that_trusts_its_lease_for_ever_is_caught() {
    // Somebody must come to the server that stood still before it has noticed anything, which not every run brings about.
    let is_caught = |_| {
        let figures = figures_of(Chaos {
            mutant: Some("endless-trust".to_owned()),
            // So many that some come just then.
            rooms: 24,
            ..over_nodes(150, SEED_OF_LONG_STOPS)
        });
        // Somebody is shown less than others were told before.
        !figures.violations.is_empty()
    };
    assert!((0..RUNS_OF_LONG_STOPS).any(is_caught), "it was not caught");
}

/// A standby takes over that was behind, and the mutant makes nothing of it. A busy machine may let too little happen in
/// one run for that to be seen, so there are more.
fn caught_after_failovers(mutant: &str, think_ms: Option<u64>, rules: &[Rule]) {
    let seeds = SEED_OF_FAILOVERS..SEED_OF_FAILOVERS + RUNS_OF_FAILOVERS;
    let is_caught = |seed| {
        let figures = figures_of(Chaos {
            standby: Some(Standby::Asynchronous),
            think_ms,
            mutant: Some(mutant.to_owned()),
            ..over_nodes(120, seed)
        });
        let mut seen = figures.violations.iter();
        seen.any(|seen| rules.contains(&seen.rule))
    };
    assert!(seeds.into_iter().any(is_caught), "{mutant} was not caught");
}

#[test]
#[ignore = "needs a program with failpoints and a PostgreSQL: cargo xtask test --only chaos"]
fn going_on_as_if_a_standby_had_everything_is_caught() {
    caught_after_failovers("kept-epoch", None, &[Rule::Continued]);
}

#[test]
#[ignore = "needs a program with failpoints and a PostgreSQL: cargo xtask test --only chaos"]
fn storing_what_follows_nothing_is_caught() {
    // Some rooms must have nothing to store while there is no database.
    caught_after_failovers("headless-append", Some(1_500), &[Rule::Gapless, Rule::Kept]);
}

#[test]
#[ignore = "needs a program with failpoints and a PostgreSQL: cargo xtask test --only chaos"]
fn an_update_of_one_server_after_the_other_is_an_error_to_nobody() {
    let is_an_error_to_nobody = |seed| {
        let figures = figures_of(Chaos {
            only: Some(Only::Updates),
            faults_at_least: UPDATES,
            stop_at_first: false,
            ..over_nodes(20, seed)
        });
        assert_eq!(figures.violations, []);
        let replaced = figures.faults.values().sum::<u64>();
        assert!(replaced >= UPDATES, "{replaced} servers were replaced");
        // Each socket that ended was told to come back at once; and so they did.
        let asked_back = [4000, 4003];
        let codes = figures.away.closes.keys();
        let others: Vec<_> = codes.filter(|code| !asked_back.contains(code)).collect();
        // A connection may end while it begins; none is answered with an error.
        let refused = figures.away.refused.keys();
        let answered: Vec<_> = refused
            .filter(|reason| reason.starts_with("HTTP error"))
            .collect();
        let is_fine = others.is_empty() && answered.is_empty();
        let is_slow = Times::of(&figures.answers).max > SLOW_US;
        assert!(is_fine || is_slow, "{others:?} {answered:?}");
        is_fine
    };
    let mut seeds = 1..=RUNS_OF_UPDATES;
    assert!(seeds.any(is_an_error_to_nobody), "errors in every run");
}
