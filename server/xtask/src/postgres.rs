//! Tests the store, and the code that depends on it, over PostgreSQL. The tests are those of the
//! step `rust`, each with a database of its own.

use std::process::Command;

use anyhow::Result;

use crate::{
    root,
    tools::{beside, built, command, cores, run, tests},
};

/// The tests of the store, of restored rooms, and of whole games. Tests that need PostgreSQL are
/// ignored in other steps.
const TESTS: [&str; 26] = [
    "store::",
    "postgres::",
    "postgres_tls::",
    "registry::",
    "restart::",
    "resume::",
    "sockets::",
    "retention::",
    "nodes::",
    "own_rooms::",
    "passkeys::",
    "webhooks::",
    "days::",
    "devices::",
    "names::",
    "forget::",
    "links::",
    "transfer::",
    "replays::",
    "history::",
    "puzzles::",
    "ratings::",
    "today::",
    "replicas::",
    "wait_for_recovery::",
    "admin::",
];
/// The tests of those names that are skipped: some are about SQLite files, and descriptions of
/// messages don't depend on the database.
const SKIPPED: [&str; 7] = [
    "described::",
    "what_is_made_is_for_its_owner_only",
    "one_process_at_a_time_has_the_data",
    "a_failed_export_is_explained_in_one_sentence",
    "a_long_log_is_deleted_in_parts_and_its_space_is_reused",
    "an_address_stores_no_more_in_an_hour",
    "a_second_server_on_the_same_data_is_refused_in_a_sentence",
];
/// The number of tests per core that run at the same time.
const THREADS: usize = 4;
/// The environment variable that names the database for the tests.
const DATABASE: &str = "SENDA_TEST_DATABASE";

/// Runs the tests over a PostgreSQL server that is started for them.
pub fn test() -> Result<()> {
    run(&mut built("--bin senda-postgres"))?;
    let tests = of(&TESTS);
    let mut postgres = Command::new(beside("senda-postgres")?);
    postgres.arg(tests.get_program()).args(tests.get_args());
    // These tests wait for the database for two thirds of their time.
    let threads = (THREADS * cores()).to_string();
    for variable in ["NEXTEST_TEST_THREADS", "RUST_TEST_THREADS"] {
        postgres.env(variable, &threads);
    }
    run(postgres.current_dir(root()))
}

/// Runs the tests of the store over an existing database.
pub fn test_at(url: &str) -> Result<()> {
    run(of(&TESTS[..2]).env(DATABASE, url))
}

/// Returns the command that runs these tests, except those that are skipped.
fn of(these: &[&str]) -> Command {
    let mut command = command(tests());
    command
        .args(["--locked", "--workspace", "--test", "it", "--"])
        .args(these)
        .arg("--include-ignored")
        .args(SKIPPED.iter().flat_map(|test| ["--skip", test]));
    command
}
