//! The rules of Tortus sentence by sentence: each case file plays one and says what must happen.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use super::case;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/tortus")
}

fn cases() -> BTreeMap<String, String> {
    fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect()
}

#[test]
fn every_case_comes_out() {
    let cases = cases();
    assert!(cases.len() > 40);
    for (name, text) in cases {
        case::run(&name, &text);
    }
}

/// COVERAGE.md has a line `| source | sentence | case, case |` for each sentence of the rules.
#[test]
fn every_sentence_has_a_case() {
    let coverage = fs::read_to_string(folder().join("COVERAGE.md")).unwrap();
    let mut listed = BTreeSet::new();
    for row in coverage
        .lines()
        .filter(|line| line.starts_with("| "))
        .skip(1)
    {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, sentence, named] = columns[..] else {
            panic!("three columns: {row}")
        };
        assert!(!named.is_empty(), "no case shows: {sentence}");
        listed.extend(named.split(", ").map(str::to_owned));
    }
    let there: BTreeSet<String> = cases().into_keys().collect();
    let missing: Vec<_> = listed.difference(&there).collect();
    let unlisted: Vec<_> = there.difference(&listed).collect();
    assert!(
        missing.is_empty() && unlisted.is_empty(),
        "missing {missing:?}, unlisted {unlisted:?}"
    );
}
