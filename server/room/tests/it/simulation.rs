//! Simulates whole evenings from a seed with [`crate::evening`]. The invariants of [`crate::table`]
//! hold at every step.
//!
//! # Mutants
//!
//! Each [`Fault`] of the shell is caught by one of the tests below. `SENDA_SEEDS=3000` plays more
//! evenings than the few of a normal run. `SENDA_FROM=1217` starts with another seed.
//!
//! The table lists mistakes that were made on purpose in the room itself, each alone, and the test
//! modules that failed then:
//!
//! | mistake | fails |
//! |---|---|
//! | new settings do not clear ready | start |
//! | a start leaves players ready | wire |
//! | the host's nonce is ignored | start: each player adds |
//! | the end commits to the old secret again | start: a secret of its own, evenings and others |
//! | a player's own move does not reset the timeouts | clock |
//! | coming back does not clear away | clock |
//! | the pause of an away seat outlasts the return | clock: back in time |
//! | the pause of a vacated seat counts from the turn's start | clock: a vacant seat |
//! | a player who takes over a seat inherits its timeouts | clock |
//! | away outlasts the game | clock |
//! | the minimum time of a turn is dropped | clock, evenings |
//! | a turn restarts when its seat is taken over | clock |
//! | a bank gains its increment out of turn | clock |
//! | the grace period after a restart is dropped | restore |
//! | a banned person is admitted | host |
//! | a removed person keeps the other tabs | host: every tab |
//! | the longest-connected person becomes host before a seated one | host |
//! | a deserted room frees its seats | seats |
//! | the version of the last move is stale, or an older or future one is not | act, clock |
//! | an answer to one player is sent to another | inputs |
//! | a repeated command that changed nothing is executed again | inputs |
//! | a nonce stays when its player is no longer ready | start |
//! | a room does not redact events that it sends again | evenings, secrets and others |
//! | a bank is not charged | clock |
//! | a person takes two seats | seats, evenings |
//! | absence is counted from each step | host |
//! | a spectator may know everything | evenings, secrets and others |
//! | a viewer whose seat has changed does not receive the whole state | seats |
//! | players do not receive their own state after a record | host and others |
//! | the last game stays in the history | restore |
//! | presence is sent at once, each time | people |
//! | a return is continued from one version too early, or too late | most |
//! | a forgotten version is continued, or a remembered one is not | resume: a forgotten version |
//! | the end of the last game is forgotten silently | resume: a new game |
//! | versions of another epoch, or future ones, are continued | resume: cannot be continued |
//! | a return, or a sync request, always receives the whole state | resume |
//! | missed hands are redacted for the seat now or before the record | resume: a changed seat |
//! | seats are compared at the ends of the missed part only | resume: a temporarily changed seat |
//! | an event is dropped for viewers who may not see all of it | resume, seats |
//! | a repeated command is answered with the newest version, or not at all | inputs |
//! | tabs of other people are counted, or a changed count is not sent | resume: their own tabs |
//! | the others need not wait before they vote | skip |
//! | half of the others suffice, or absent, eliminated or away players count | skip |
//! | a single vote is enough at once, or never | skip: twice the wait |
//! | an eliminated player votes | skip |
//! | a vote outlasts a move, a return, its voter or its target | skip |
//! | each return gives a whole turn | skip: a return |
//! | the clock forgets votes from before a restart | skip: a restart keeps the votes |
//! | a new name does not reach the other tabs | people |
//!
//! Two mistakes make no difference: not clearing ready at the end (the start has cleared it), and
//! not counting the end as a change of the game (the move before it in the same record is one).

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    effort::scaled,
    evening::{Evening, STEPS},
    replay,
    table::Fault,
};

/// Plays a whole evening and returns the number of finished games.
fn evening(seed: u64, fault: Option<Fault>) -> usize {
    let mut evening = Evening::new(seed, fault);
    for _ in 0..STEPS {
        evening.one_step();
    }
    evening.drive_to_the_end();
    for (person, id) in evening.table.acked.keys() {
        let causes = evening
            .table
            .log
            .iter()
            .filter_map(|record| record.cause.as_ref());
        let count = causes.filter(|cause| cause.player == *person && cause.id.to_string() == *id);
        assert!(count.count() <= 1, "a command counts once");
    }
    for finished in &evening.table.finished {
        replay::shows_what_was_shown(&evening.table, finished.round);
    }
    evening.table.finished.len()
}

#[test]
fn evenings_keep_every_law() {
    let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let seeds = number("SENDA_SEEDS").unwrap_or_else(|| scaled(10).into());
    let from = number("SENDA_FROM").unwrap_or(0);
    let mut games = 0;
    for seed in from..from + seeds {
        match catch_unwind(AssertUnwindSafe(|| evening(seed, None))) {
            Ok(played) => games += played,
            Err(cause) => {
                eprintln!("seed {seed}");
                std::panic::resume_unwind(cause);
            }
        }
    }
    println!("{games} games in {seeds} evenings");
    assert!(
        games as u64 >= seeds,
        "evenings in which something happens: {games} games"
    );
}

/// Returns whether the fault breaks an invariant in one of several evenings.
fn is_caught(fault: Fault) -> bool {
    (0..60).any(|seed| catch_unwind(AssertUnwindSafe(|| evening(seed, Some(fault)))).is_err())
}

#[test]
fn sending_before_storing_is_caught() {
    assert!(is_caught(Fault::ToldFirst));
}

#[test]
fn losing_a_sent_record_is_caught() {
    assert!(is_caught(Fault::LosesTheLast));
}

#[test]
fn forgetting_commands_is_caught() {
    assert!(is_caught(Fault::ForgetsCommands));
}

#[test]
fn charging_downtime_is_caught() {
    assert!(is_caught(Fault::ChargesDowntime));
}

#[test]
fn dropping_an_update_is_caught() {
    assert!(is_caught(Fault::DropsUpdates));
}

#[test]
fn sending_a_spectator_the_messages_of_a_seat_is_caught() {
    assert!(is_caught(Fault::MixesViewersUp));
}

#[test]
fn storing_a_record_twice_is_caught() {
    assert!(is_caught(Fault::StoresTwice));
}

#[test]
fn changing_the_secret_is_caught() {
    assert!(is_caught(Fault::ChangesTheSecret));
}

#[test]
fn never_ticking_is_caught() {
    assert!(is_caught(Fault::NeverTicks));
}

/// The room is a function of its inputs: the same seed gives the same log.
#[test]
fn the_same_seed_gives_the_same_log() {
    let log = |seed| {
        let mut evening = Evening::new(seed, None);
        (0..STEPS).for_each(|_| evening.one_step());
        serde_json::to_string(&evening.table.log).unwrap()
    };
    assert_eq!(log(5), log(5));
    assert_ne!(log(5), log(6));
}
