//! Checks that the chaos runs find broken promises: one test for each mutant of the server, and one
//! that shows that the server without a mutant passes.
//!
//! The tests need a program that is built with its failpoints, which `cargo xtask test --only
//! chaos` does. Without it they are skipped.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;

use senda_load::{
    chaos::{Chaos, Database, Figures, Only, Standby, run},
    latency::Times,
    ledger::Rule,
};
use senda_rules::GameKind;

/// A seed whose first faults stop a server for longer than a lease, twice.
const SEED_OF_LONG_STOPS: u64 = 14_486;
/// A seed whose first faults are four failovers. Before each of them, the standby is behind by more
/// than a second.
const SEED_OF_FAILOVERS: u64 = 15_037;
/// The seed of the first run with one server.
const SEED: u64 = 3;
/// The number of runs with one server in which a mutant can be caught.
const RUNS: u64 = 3;
/// The number of runs in which a server that trusts its lease forever can be caught.
const RUNS_OF_LONG_STOPS: u32 = 3;
/// The number of runs in which a mutant can be caught after failovers.
const RUNS_OF_FAILOVERS: u64 = 4;

/// The number of servers that are replaced in a run of updates: each of the three, and one again.
const UPDATES: u64 = 4;
/// The number of runs of updates. At least one of them must show no error to any person, however
/// slow the machine is.
const RUNS_OF_UPDATES: u64 = 3;
/// The start time of a server, in microseconds, that excuses an error in a run. Then the machine
/// itself stands still, and people who have waited for the maximum time are rejected.
const SLOW_US: u64 = 4_000_000;

/// Returns the figures of a run. With a mutant the run lasts until the mutant is caught, and
/// without one for as long as catching it would take.
fn figures(mutant: Option<&str>, seed: u64) -> Figures {
    let (seconds, hard_kills_at_least) = mutant.map_or((15, 7), |_| (120, 40));
    figures_of(Chaos {
        seconds,
        seed,
        rooms: 10, // enough for two rooms with each of the games
        hard_kills_at_least,
        // Even on a busy machine, there must be some commands that could be lost.
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

/// Checks that the mutant breaks one of those promises and is caught. A run ends with the first
/// broken promise. If that is another one, the next run follows.
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
    // In deep tests, which build the example game, it is among them.
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

/// Returns the options of a run with three servers over one database.
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
fn a_server_that_trusts_its_lease_forever_is_caught() {
    // A person must connect to the stopped server before it has noticed anything, which does not
    // happen in every run.
    let is_caught = |_| {
        let figures = figures_of(Chaos {
            mutant: Some("endless-trust".to_owned()),
            // With this many rooms, some people connect just then.
            rooms: 24,
            ..over_nodes(150, SEED_OF_LONG_STOPS)
        });
        // A person receives an older state than others received before.
        !figures.violations.is_empty()
    };
    assert!((0..RUNS_OF_LONG_STOPS).any(is_caught), "it was not caught");
}

/// Checks that a mutant that ignores the lag of a standby is caught after failovers. On a busy
/// machine, too little may happen in one run, so there are several.
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
fn keeping_the_epoch_after_a_lossy_failover_is_caught() {
    caught_after_failovers("kept-epoch", None, &[Rule::Continued]);
}

#[test]
#[ignore = "needs a program with failpoints and a PostgreSQL: cargo xtask test --only chaos"]
fn storing_a_record_without_its_predecessor_is_caught() {
    // Some rooms must have nothing to store while there is no database.
    caught_after_failovers("headless-append", Some(1_500), &[Rule::Gapless, Rule::Kept]);
}

#[test]
#[ignore = "needs a program with failpoints and a PostgreSQL: cargo xtask test --only chaos"]
fn a_rolling_update_shows_no_errors_to_people() {
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
        // Each socket that ended was asked to reconnect at once, and the people did so.
        let asked_back = [4000, 4003];
        let codes = figures.away.closes.keys();
        let others: Vec<_> = codes.filter(|code| !asked_back.contains(code)).collect();
        // A connection may end while it opens, but none is answered with an error.
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
