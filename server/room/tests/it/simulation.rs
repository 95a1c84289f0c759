//! Whole evenings from a seed, as [`crate::evening`] plays them. The laws of [`crate::table`] hold at every step.
//!
//! # Mutants
//! What a faulty shell does is caught by the tests below, one for each [`Fault`]. `SENDA_SEEDS=3000`
//! plays more evenings than the few of every day, `SENDA_FROM=1217` others.
//!
//! Mistakes that have been made on purpose in the room itself, each alone, and what fails then:
//!
//! | mistake | fails |
//! |---|---|
//! | ready is not cleared by new settings | start |
//! | a start leaves who was ready so | wire |
//! | the host's nonce is ignored | start: each player adds |
//! | the end commits to the old secret again | start: a secret of its own, evenings and others |
//! | turns run out are not forgotten by an own move | clock |
//! | away is not cleared by coming back | clock |
//! | the pause of one who is away outlasts the return | clock: back in time |
//! | the pause of a seat given up counts from the turn's beginning | clock: a vacant seat |
//! | who takes a seat over inherits turns run out | clock |
//! | away outlasts the game | clock |
//! | the least time of a turn is dropped | clock, evenings |
//! | a turn begins anew when its seat is taken over | clock |
//! | a bank gains out of turn | clock |
//! | the time to come back after a restart is dropped | restore |
//! | a barred person is let in | host |
//! | one who is removed keeps the other tabs | host: every tab |
//! | who has been here longest inherits before who is seated | host |
//! | a deserted room frees its seats | seats |
//! | the version of the last move is stale, or an older or future one is not | act, clock |
//! | an answer to one player is given to another | inputs |
//! | a command that changed nothing is carried out again | inputs |
//! | a nonce stays when its player is no longer ready | start |
//! | a room redacts nothing of what is told again | evenings, secrets and others |
//! | a bank is not charged | clock |
//! | a person takes two seats | seats, evenings |
//! | absence is counted anew with each step | host |
//! | a spectator may know everything | evenings, secrets and others |
//! | one with other eyes is not told all anew | seats |
//! | nobody is told about themselves after a record | host and others |
//! | the last game stays in what is told | restore |
//! | presence is told at once, each time | people |
//! | a return is told from one version too early, or too late | most |
//! | something that is forgotten is continued, or what is remembered is not | resume: a past, a new game |
//! | the end of the last game is forgotten without a word | resume: a new game |
//! | versions of another epoch, or that have not been yet, are continued | resume: told whole |
//! | a return is always told the whole, or a question is | resume |
//! | who missed a seat's hands is told them with the eyes of now, or of before the record | resume: other eyes |
//! | eyes are compared at the ends of what was missed only | resume: other eyes for a while |
//! | an event is dropped for those from whom it hides something | resume, seats |
//! | a command sent twice is answered with the newest version, or not at all | inputs |
//! | the tabs of others are counted, or a tab that comes or goes is not told | resume: in how many tabs |
//! | the others need not wait before they ask to go on | urge |
//! | half of the others suffice, or those count who are gone, out or away | urge |
//! | one of the others is enough at once, or never | urge: twice as long |
//! | who is out asks | urge |
//! | what was asked outlasts a move, a return, the one who asked, or whom it was about | urge |
//! | a return gives a whole turn again and again | urge: a return |
//! | what was asked before a restart is forgotten by the clock | urge: what was asked is kept |
//! | a new name does not reach the other tabs | people |
//!
//! Two make no difference: not clearing ready at the end (the start has), and not making the end a
//! change of the game (the move before it in the same record is one).

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    effort::scaled,
    evening::{Evening, STEPS},
    table::Fault,
};

/// A whole evening; how many games were played to the end in it.
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

/// Whether one of some evenings under that fault breaks a law.
fn is_caught(fault: Fault) -> bool {
    (0..60).any(|seed| catch_unwind(AssertUnwindSafe(|| evening(seed, Some(fault)))).is_err())
}

#[test]
fn telling_before_storing_is_caught() {
    assert!(is_caught(Fault::ToldFirst));
}

#[test]
fn losing_what_was_told_is_caught() {
    assert!(is_caught(Fault::LosesTheLast));
}

#[test]
fn forgetting_commands_is_caught() {
    assert!(is_caught(Fault::ForgetsCommands));
}

#[test]
fn charging_the_standstill_is_caught() {
    assert!(is_caught(Fault::ChargesDowntime));
}

#[test]
fn dropping_an_update_is_caught() {
    assert!(is_caught(Fault::DropsUpdates));
}

#[test]
fn telling_a_spectator_what_a_seat_is_told_is_caught() {
    assert!(is_caught(Fault::MixesViewersUp));
}

#[test]
fn storing_twice_is_caught() {
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
fn evenings_can_be_repeated() {
    let log = |seed| {
        let mut evening = Evening::new(seed, None);
        (0..STEPS).for_each(|_| evening.one_step());
        serde_json::to_string(&evening.table.log).unwrap()
    };
    assert_eq!(log(5), log(5));
    assert_ne!(log(5), log(6));
}
