//! The rules sentence by sentence: each case file plays one and says what must happen.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
    fs,
    path::PathBuf,
};

use serde::de::DeserializeOwned;

use crate::case::{self, Words};

/// The cases of a game.
pub struct Cases {
    folder: PathBuf,
}

impl Cases {
    /// Those of the game whose folder has that name.
    pub fn of(game: &str) -> Self {
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

    /// Runs more than so many.
    pub fn come_out<G: Words>(&self, more_than: usize) {
        let texts = self.texts();
        assert!(texts.len() > more_than);
        for (name, text) in texts {
            case::run::<G>(&name, &text);
        }
    }

    /// Every code of a refusal is in some case, but for those that no game begun can give.
    pub fn show_every_refusal<I: DeserializeOwned + Debug>(&self, but: &[&str]) {
        let none = serde_json::from_str::<I>(r#"{"code":"none"}"#);
        let known = none.unwrap_err().to_string();
        // The names between the quotes of: unknown variant `none`, expected one of `..`, `..`
        let codes: BTreeSet<&str> = known.split('`').skip(1).step_by(2).skip(1).collect();
        assert!(codes.len() > 1, "{known}");
        let texts: String = self.texts().into_values().collect();
        let missing: Vec<&str> = codes
            .into_iter()
            .filter(|code| !texts.contains(&format!("= {{\"code\":\"{code}\"")))
            .collect();
        assert_eq!(missing, but);
    }

    /// COVERAGE.md has a line `| source | sentence | case, case |` for each sentence of the rules.
    pub fn show_every_sentence(&self) {
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
