//! Runs the case files: each one plays a sentence of the rules and contains the expected events.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use senda_rules::Game;

use crate::case::{self, Looks};

/// Runs the cases of every game of a list.
macro_rules! cases {
    ($($variant:ident = $module:ident),+) => { $(
        mod $module {
            use senda_rules::$module::State;

            use super::Cases;

            #[test]
            fn every_case_passes() {
                Cases::of(stringify!($module)).come_out::<State>();
            }

            #[test]
            fn every_sentence_has_a_case() {
                Cases::of(stringify!($module)).show_every_sentence();
            }

            #[test]
            fn every_refusal_has_a_case() {
                Cases::of(stringify!($module)).show_every_refusal::<State>();
            }
        }
    )+ };
}

senda_rules::each_game!(cases);

/// The cases of a game.
struct Cases {
    folder: PathBuf,
}

impl Cases {
    /// Returns the cases of the game whose folder has that name.
    fn of(game: &str) -> Self {
        let all = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
        Self {
            folder: all.join(game),
        }
    }

    fn texts(&self) -> BTreeMap<String, String> {
        fs::read_dir(&self.folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
            .map(|path| {
                let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
                (name, fs::read_to_string(path).unwrap())
            })
            .collect()
    }

    fn come_out<G: Looks>(&self) {
        let texts = self.texts();
        assert!(!texts.is_empty());
        for (name, text) in texts {
            case::run::<G>(&name, &text);
        }
    }

    /// Checks that every rejection code occurs in some case, except those that a started game can't
    /// return.
    fn show_every_refusal<G: Game>(&self) {
        let none = serde_json::from_str::<G::Illegal>(r#"{"code":"none"}"#);
        let known = none.unwrap_err().to_string();
        // Collects the names between the quotes of: unknown variant `none`, expected one of `..`,
        // `..`
        let codes: BTreeSet<&str> = known.split('`').skip(1).step_by(2).skip(1).collect();
        assert!(codes.len() > 1, "{known}");
        let texts: String = self.texts().into_values().collect();
        let missing: Vec<&str> = codes
            .into_iter()
            .filter(|code| !texts.contains(&format!("= {{\"code\":\"{code}\"")))
            .collect();
        assert_eq!(missing, ["bad_options", "seats"]);
    }

    /// Checks that COVERAGE.md has a row `| source | sentence | case, case |` for each sentence of
    /// the rules, and that its cases are exactly the existing ones.
    fn show_every_sentence(&self) {
        let coverage = fs::read_to_string(self.folder.join("COVERAGE.md")).unwrap();
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
        let there: BTreeSet<String> = self.texts().into_keys().collect();
        let missing: Vec<_> = listed.difference(&there).collect();
        let unlisted: Vec<_> = there.difference(&listed).collect();
        assert!(
            missing.is_empty() && unlisted.is_empty(),
            "missing {missing:?}, unlisted {unlisted:?}"
        );
    }
}
