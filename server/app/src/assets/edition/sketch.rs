//! A page with the files that it requests, before the edition has a name.

use std::collections::BTreeMap;

use crate::assets::{
    head::{self, Head, Links},
    join, language,
    module::Files,
    page::{Page, Part},
    served::Served,
};

/// A page before the edition has a name.
pub struct Sketch<'a> {
    files: &'a Files,
    pub page: Page,
    source: &'a str,
    pub head: Head,
}

impl<'a> Sketch<'a> {
    pub fn new(files: &'a Files, page: Page) -> Option<Self> {
        let source = str::from_utf8(files.get(page.file)?).ok()?;
        let head = head::read(source);
        Some(Self {
            files,
            page,
            source,
            head,
        })
    }

    /// Returns the name of the file with all of the page's own styles.
    pub fn styles(&self) -> String {
        format!("{}.css", self.page.name())
    }

    /// Returns the page's styles, joined from the compact style sheets.
    pub fn joined_styles(&self, compact: &BTreeMap<String, Served>) -> Vec<u8> {
        let paths = self.head.styles.iter();
        let sheets: Vec<&[u8]> = paths
            .filter_map(|path| Some(&*compact.get(path)?.bytes))
            .collect();
        sheets.concat()
    }

    /// Returns the name of the file with all text that the page requests at once.
    pub fn texts(&self, language: &str) -> String {
        format!("{}.{language}.json", self.page.variant())
    }

    /// Returns the page's own text, the names of the games, and the texts of the game that the page
    /// is about, joined from the compact text files.
    pub fn joined_texts(&self, language: &str, compact: &BTreeMap<String, Served>) -> Vec<u8> {
        let source = format!("/{}.", language::SOURCE);
        let own = format!("/{language}.");
        let texts = self.head.texts.iter();
        let mut paths: Vec<String> = texts.map(|path| path.replace(&source, &own)).collect();
        if self.page.shows_table() {
            paths.push(format!("text/{language}.table.json"));
        }
        if self.page.names_games() {
            let about = format!("/text/{language}.about.json");
            let of_games = self.files.keys().filter(|path| path.ends_with(&about));
            paths.extend(of_games.cloned());
        }
        let words = format!("text/{language}.json");
        let how = format!("text/{language}.how-to.json");
        let learn = format!("text/{language}.learn.json");
        paths.extend(self.of_game(&[
            (Part::Words, &words),
            (Part::Board, &words),
            (Part::HowTo, &how),
            (Part::Lessons, &words),
            (Part::Lessons, &learn),
        ]));
        let texts = paths
            .iter()
            .filter_map(|path| Some((path.as_str(), &*compact.get(path)?.bytes)));
        join::texts(texts)
    }

    /// Returns the page with its files in that folder, and its texts in that language. For the
    /// languages see [`head::Links`].
    pub fn page_in(&self, folder: &str, languages: &str, language: &str) -> String {
        let mut modules_later = self.of_game(&[
            (Part::Board, "board.js"),
            (Part::HowTo, "how-to/index.js"),
            (Part::Lessons, "board.js"),
        ]);
        let of_page = self.page.modules_later().iter();
        modules_later.extend(of_page.map(|&path| path.to_owned()));
        head::write(
            self.source,
            &Links {
                folder,
                styles: &self.styles(),
                texts: &self.texts(language),
                languages,
                modules_later,
                more_styles: self.of_game(&[
                    (Part::Board, "style.css"),
                    (Part::HowTo, "style.css"),
                    (Part::Lessons, "style.css"),
                ]),
            },
        )
    }

    /// Returns the files of the page's game for the part that the page needs.
    fn of_game(&self, wanted: &[(Part, &str)]) -> Vec<String> {
        let Some((game, part)) = self.page.game() else {
            return Vec::new();
        };
        wanted
            .iter()
            .filter(|(one, _)| *one == part)
            .map(|(_, file)| format!("games/{game}/{file}"))
            .collect()
    }
}
