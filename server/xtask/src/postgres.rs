//! Tests the store, and the code that depends on it, over PostgreSQL. The tests are those of the
//! step `rust`, each with a database of its own.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::tools::{built, cores, run, run_with, which};

/// The tests of the store, of restored rooms, and of whole games. Tests that need PostgreSQL are
/// ignored in other steps.
const TESTS: [&str; 18] = [
    "store::",
    "postgres::",
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
    "replicas::",
    "wait_for_recovery::",
];
/// The tests among them that are about SQLite files, which are skipped.
const OF_A_FILE: [&str; 5] = [
    "what_is_made_is_for_its_owner_only",
    "one_process_at_a_time_has_the_data",
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
    run(".", &built(&["--bin", "senda-postgres"]))?;
    let own = std::env::current_exe().context("xtask")?;
    let postgres = own.with_file_name("senda-postgres");
    let postgres = postgres.to_str().context("a path that is text")?;
    // These tests wait for the database for two thirds of their time.
    let threads = (THREADS * cores()).to_string();
    let threads = Path::new(&threads);
    let environment = [
        ("NEXTEST_TEST_THREADS", threads),
        ("RUST_TEST_THREADS", threads),
    ];
    run_with(
        ".",
        &[&[postgres][..], &command(&TESTS)[..]].concat(),
        &environment,
    )
}

/// Runs the tests of the store over an existing database.
pub fn test_at(url: &str) -> Result<()> {
    let url = PathBuf::from(url);
    let environment: [(&str, &Path); 1] = [(DATABASE, &url)];
    run_with(".", &command(&TESTS[..2]), &environment)
}

fn command<'t>(tests: &[&'t str]) -> Vec<&'t str> {
    let tool: &[&str] = if which("cargo-nextest").is_some() {
        &["cargo", "nextest", "run"]
    } else {
        &["cargo", "test"]
    };
    let what = ["--locked", "--workspace", "--test", "it", "--"];
    let mut command = [tool, &what[..], tests, &["--include-ignored"][..]].concat();
    for test in OF_A_FILE {
        command.extend(["--skip", test]);
    }
    command
}
