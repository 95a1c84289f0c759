//! All of the client as it is at one time: its files, and what a page asks for instead of them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use axum::body::Bytes;
use sha2::{Digest, Sha256};

use super::{
    head::{self, Links},
    join::{self, Modules},
    module::{Module, Unfit},
    page::{Page, Part},
    served::{Served, kind},
};

/// The files of the client, by their paths.
pub type Files = BTreeMap<String, Bytes>;

/// The language of the text that there is.
const LANGUAGE: &str = "en";
/// Bytes of the hash that are in the paths.
const NAME_BYTES: usize = 8;

/// All of the client as it is at one time. Its name is a hash of it, so that under the paths with this name there is
/// never anything else.
#[derive(Debug)]
pub struct Edition {
    name: String,
    /// As they are in the folder, at the root.
    files: BTreeMap<String, Served>,
    /// What is under the name: modules with what they import, the style sheet and the text of each page, games' own.
    named: BTreeMap<String, Served>,
    pages: BTreeMap<Page, Served>,
    unfit: Vec<Unfit>,
}

impl Edition {
    /// What becomes of these files.
    pub fn new(files: &Files) -> Self {
        let name = hash(files);
        let folder = format!("/a/{name}/");
        let modules = modules(files);
        let unfit = modules
            .values()
            .filter_map(|module| module.as_ref().err().cloned())
            .collect();
        let mut named = BTreeMap::new();
        let mut pages = BTreeMap::new();
        for page in Page::all(files) {
            let Some(source) = files.get(page.file()) else {
                continue;
            };
            let source = String::from_utf8_lossy(source);
            let built = Build {
                files,
                folder: &folder,
                page: &page,
            }
            .page(&source, &mut named);
            pages.insert(page, served(".html", built.into_bytes()));
        }
        for entry in entries(files, &modules) {
            let joined = join::module(&entry, &modules, &folder);
            named.insert(entry, served(".js", joined.into_bytes()));
        }
        for (path, bytes) in files {
            if is_asked_for_by_itself(path) {
                let file = served(path, bytes.clone());
                named.entry(path.clone()).or_insert(file);
            }
        }
        let files = files
            .iter()
            .map(|(path, bytes)| (path.clone(), served(path, bytes.clone())))
            .collect();
        Self {
            name,
            files,
            named,
            pages,
            unfit,
        }
    }

    /// Its name in paths.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is what these files become.
    pub fn is_of(&self, files: &Files) -> bool {
        self.name == hash(files)
    }

    /// A page, with what it asks for.
    pub fn page(&self, page: &Page) -> Option<&Served> {
        self.pages.get(page)
    }

    /// A file as it is in the folder.
    pub fn file(&self, path: &str) -> Option<&Served> {
        self.files.get(path)
    }

    /// What is under the name.
    pub fn named(&self, path: &str) -> Option<&Served> {
        self.named.get(path)
    }

    /// The modules that no page can have.
    pub fn unfit(&self) -> &[Unfit] {
        &self.unfit
    }
}

/// One page on its way.
struct Build<'a> {
    files: &'a Files,
    folder: &'a str,
    page: &'a Page,
}

impl Build<'_> {
    /// The page; what is made for it goes with what is named.
    fn page(&self, source: &str, named: &mut BTreeMap<String, Served>) -> String {
        let head = head::read(source);
        let own = self.page.name();
        let styles = format!("{own}.css");
        let sheets = head.styles.iter().filter_map(|path| self.file(path));
        let sheets = served(&styles, join::styles(sheets));
        named.entry(styles.clone()).or_insert(sheets);

        let texts = format!("{}.json", self.page.variant());
        let paths = self.texts(head.texts);
        let parts = paths
            .iter()
            .filter_map(|path| Some((path.as_str(), self.file(path)?)));
        named.insert(texts.clone(), served(&texts, join::texts(parts)));

        head::write(
            source,
            &Links {
                folder: self.folder,
                styles: &styles,
                texts: &texts,
                modules_later: self
                    .of_game(&[(Part::Board, "board.js"), (Part::HowTo, "how-to/index.js")]),
                styles_later: self
                    .of_game(&[(Part::Board, "style.css"), (Part::HowTo, "style.css")]),
            },
        )
    }

    fn file(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(|bytes| &**bytes)
    }

    /// The page's own text, what the games are called, and the words of the game that it is about.
    fn texts(&self, own: Vec<String>) -> Vec<String> {
        let mut paths = own;
        if self.page.names_games() {
            let about = format!("/text/{LANGUAGE}.about.json");
            paths.extend(
                self.files
                    .keys()
                    .filter(|path| path.ends_with(&about))
                    .cloned(),
            );
        }
        let (words, how) = (
            format!("text/{LANGUAGE}.json"),
            format!("text/{LANGUAGE}.how-to.json"),
        );
        paths.extend(self.of_game(&[
            (Part::Words, &words),
            (Part::Board, &words),
            (Part::HowTo, &how),
        ]));
        paths
    }

    /// The files of the page's game that go with what it needs of it.
    fn of_game(&self, wanted: &[(Part, &str)]) -> Vec<String> {
        let Some((game, part)) = self.page.game() else {
            return Vec::new();
        };
        wanted
            .iter()
            .filter(|(one, _)| one == part)
            .map(|(_, file)| format!("games/{game}/{file}"))
            .collect()
    }
}

/// Whether a page asks for a file as it is, where it has not been joined with others.
fn is_asked_for_by_itself(path: &str) -> bool {
    let ends = [".css", ".json", ".svg", ".png", ".ico", ".woff2"];
    ends.iter().any(|end| path.ends_with(end))
}

/// The modules of the client.
fn modules(files: &Files) -> Modules {
    files
        .iter()
        .filter(|(path, _)| path.ends_with(".js"))
        .map(|(path, source)| {
            let source = String::from_utf8_lossy(source);
            (path.clone(), Module::read(path, &source))
        })
        .collect()
}

/// The modules that a browser asks for: the scripts of the pages, and what is fetched later.
fn entries(files: &Files, modules: &Modules) -> BTreeSet<String> {
    let pages = files.iter().filter(|(path, _)| path.ends_with(".html"));
    let scripts = pages.flat_map(|(_, page)| head::read(&String::from_utf8_lossy(page)).scripts);
    let later = modules
        .values()
        .flatten()
        .flat_map(|module| module.later.clone());
    scripts.chain(later).collect()
}

fn served(path: &str, bytes: impl Into<Bytes>) -> Served {
    Served::new(
        kind(path).unwrap_or("text/plain; charset=utf-8"),
        bytes.into(),
    )
}

/// A hash of all files, in hex.
fn hash(files: &Files) -> String {
    let mut hash = Sha256::new();
    for (path, bytes) in files {
        hash.update(path);
        hash.update([0]);
        hash.update(bytes.len().to_le_bytes());
        hash.update(bytes);
    }
    hash.finalize()[..NAME_BYTES]
        .iter()
        .fold(String::new(), |mut name, byte| {
            write!(name, "{byte:02x}").expect("memory takes all");
            name
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(changed: &[(&str, &str)]) -> Files {
        let page = "<html lang=\"en\">\n<head>\n  \
            <link rel=\"stylesheet\" href=\"/one.css\">\n  \
            <link rel=\"stylesheet\" href=\"/two.css\">\n  \
            <script type=\"module\" src=\"/room/page.js\"></script>\n\
            </head>\n<body href=\"/\">\n";
        let mut files = Files::new();
        for (path, text) in [
            ("room.html", page),
            ("one.css", "a { color: red }\n"),
            ("two.css", "b { color: red }\n"),
            ("room/page.js", "import { a } from '../lib/a.js';\na();\n"),
            ("lib/a.js", "export function a() {}\n"),
            (
                "games/it/game.js",
                "export const game = { board: () => import('./board.js') };\n",
            ),
            (
                "games/it/board.js",
                "import { a } from '../../lib/a.js';\nexport { a };\n",
            ),
            ("games/it/text/en.json", "{\"a\":\"b\"}\n"),
        ]
        .iter()
        .chain(changed)
        {
            files.insert((*path).to_owned(), Bytes::copy_from_slice(text.as_bytes()));
        }
        files
    }

    #[test]
    fn whatever_changes_all_paths_are_others() {
        let first = Edition::new(&client(&[]));
        assert_eq!(first.name(), Edition::new(&client(&[])).name());
        assert!(first.is_of(&client(&[])));
        for changed in [
            ("two.css", "b { color: blue }\n"),
            ("lib/a.js", "export function a() { }\n"),
            ("new.svg", "<svg/>"),
        ] {
            let files = client(&[changed]);
            assert!(!first.is_of(&files), "{changed:?}");
            assert_ne!(first.name(), Edition::new(&files).name(), "{changed:?}");
        }
    }

    #[test]
    fn modules_are_entries_where_a_browser_asks_for_them() {
        let edition = Edition::new(&client(&[]));
        assert!(edition.unfit().is_empty());
        for (path, is_there) in [
            ("room/page.js", true),
            ("games/it/board.js", true),
            ("room.css", true),
            ("room.it.json", true),
            ("games/it/text/en.json", true),
            ("lib/a.js", false),
            ("room.html", false),
        ] {
            assert_eq!(edition.named(path).is_some(), is_there, "{path}");
        }
        assert!(edition.file("lib/a.js").is_some());
    }

    #[test]
    fn the_client_has_no_module_that_can_not_be_joined() {
        let files = super::super::files();
        assert!(files.len() > 100, "{}", files.len());
        assert_eq!(Edition::new(&files).unfit(), []);
    }
}
