//! Tests that fault injection exists only in builds for tests.

/// Returns whether the program contains a word.
fn knows(word: &str) -> bool {
    let program = std::fs::read(env!("CARGO_BIN_EXE_senda")).unwrap();
    program
        .windows(word.len())
        .any(|bytes| bytes == word.as_bytes())
}

#[test]
fn only_test_builds_accept_fault_injection() {
    assert!(knows("SENDA_LISTEN"), "the words of the program are found");
    for word in ["SENDA_FAULTS", "SENDA_MUTANT"] {
        assert_eq!(knows(word), cfg!(feature = "failpoints"), "{word}");
    }
}
