//! Faults on order are for the tests alone.

/// Whether the program knows a word.
fn knows(word: &str) -> bool {
    let program = std::fs::read(env!("CARGO_BIN_EXE_senda")).unwrap();
    program
        .windows(word.len())
        .any(|bytes| bytes == word.as_bytes())
}

#[test]
fn no_build_that_people_use_takes_orders_for_faults() {
    assert!(knows("SENDA_LISTEN"), "the words of the program are found");
    for word in ["SENDA_FAULTS", "SENDA_MUTANT"] {
        assert_eq!(knows(word), cfg!(feature = "failpoints"), "{word}");
    }
}
