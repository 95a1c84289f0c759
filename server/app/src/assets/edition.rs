//! The edition: the whole client at one point in time, with the joined files that its pages
//! request.

mod sketch;

use std::collections::{BTreeMap, BTreeSet};

use axum::body::Bytes;
use sha2::{Digest, Sha256};

use self::sketch::Sketch;
use super::{
    compact, head,
    join::{self, Modules},
    language::{self, Reader},
    module::{Files, Module, Unfit},
    page::Page,
    preview::{Preview, escaped},
    sentences::Sentences,
    served::{Served, kind},
};
use crate::settings::PathPrefix;

const NAME_BYTES: usize = 8;

/// The whole client at one point in time. Its name is a hash of all files under it, so that the
/// content under a path never changes.
#[derive(Debug)]
pub struct Edition {
    /// The name of the edition in paths.
    pub name: String,
    /// The hash of the source files.
    source: [u8; 32],
    /// The files as they are in the folder, served at the root.
    files: BTreeMap<String, Served>,
    /// The files served under the name: modules with their imports, the style sheet and the texts
    /// of each page, and the games' own files.
    named: BTreeMap<String, Served>,
    pages: BTreeMap<(Page, String), Served>,
    /// The languages of the texts, that of the source first.
    pub languages: Vec<String>,
    /// The sentences that the server itself uses, by language.
    sentences: BTreeMap<String, Sentences>,
    /// The reasons for which modules can't be joined.
    pub unfit: Vec<Unfit>,
}

impl Edition {
    /// Builds the edition of these files for a server that browsers reach under that path.
    pub fn new(files: &Files, prefix: &PathPrefix) -> Self {
        let modules = modules(files);
        let unfit = modules.values().filter_map(|module| module.as_ref().err());
        let languages = language::available(files);
        let sketches: Vec<Sketch> = Page::all(games(files))
            .into_iter()
            .filter_map(|page| Sketch::new(files, page))
            .collect();

        let mut named = BTreeMap::new();
        for (path, bytes) in files
            .iter()
            .filter(|(path, _)| is_asked_for_by_itself(path))
        {
            let bytes = if has_extension(path, "css") {
                let joined = join::style(path, files);
                compact::style(&String::from_utf8_lossy(&joined)).into()
            } else if has_extension(path, "json") {
                compact::json(bytes).into()
            } else {
                bytes.clone()
            };
            named.insert(path.clone(), served(path, bytes));
        }
        for sketch in &sketches {
            let styles = served(".css", sketch.joined_styles(&named));
            named.insert(sketch.styles(), styles);
            for language in &languages {
                let texts = served(".json", sketch.joined_texts(language, &named));
                named.insert(sketch.texts(language), texts);
            }
            for path in &sketch.head.early_scripts {
                if let Some(bytes) = files.get(path) {
                    named.insert(path.clone(), served(path, bytes.clone()));
                }
            }
        }
        let scripts = scripts(files);
        for (entry, before) in join::run_before(&scripts, &modules) {
            let joined = join::module(entry, &modules, &before);
            named.insert(entry.to_owned(), served(".js", joined.into_bytes()));
        }
        let name =
            hex::encode(&hash(named.iter().map(|(path, file)| (path, &file.hash)))[..NAME_BYTES]);

        let folder = format!("/a/{name}/");
        let sentences: BTreeMap<String, Sentences> = languages
            .iter()
            .map(|language| (language.clone(), Sentences::new(files, language)))
            .collect();
        let named_languages: Vec<String> = languages
            .iter()
            .map(|language| {
                let name = sentences[language].get("language.name");
                format!("{language}={}", escaped(name.unwrap_or(language)))
            })
            .collect();
        let named_languages = named_languages.join(";");
        let mut pages = BTreeMap::new();
        for sketch in &sketches {
            for (language, sentences) in &sentences {
                let page = sketch.page_in(&folder, &named_languages, language);
                let page = head::worded(&page, language, sentences);
                let page = under(prefix, ".html", &page);
                let page = served(".html", page.into_bytes());
                pages.insert((sketch.page.clone(), language.clone()), page);
            }
        }
        let as_they_are = files.iter().map(|(path, bytes)| {
            let bytes = match str::from_utf8(bytes) {
                Ok(text) if !prefix.is_none() => under(prefix, path, text).into(),
                _ => bytes.clone(),
            };
            (path.clone(), served(path, bytes))
        });
        Self {
            unfit: unfit.cloned().collect(),
            sentences,
            languages,
            source: hash(files.iter()),
            files: as_they_are.collect(),
            name,
            named,
            pages,
        }
    }

    /// Returns whether these files would result in this edition.
    pub fn is_of(&self, files: &Files) -> bool {
        self.source == hash(files.iter())
    }

    /// Returns a page in the language of its reader. If the folder of its game does not exist, this
    /// is the page without files of a game.
    pub fn page(&self, page: &Page, reader: &Reader) -> Option<&Served> {
        let language = self.language(reader);
        let in_language = |page: &Page| self.pages.get(&(page.clone(), language.to_owned()));
        in_language(page).or_else(|| in_language(&Page::plain(page.file)))
    }

    /// Returns a page with the preview data of its link in its head.
    pub fn previewed(&self, page: &Page, preview: &Preview, reader: &Reader) -> Option<Served> {
        let folder = format!("/a/{}/", self.name);
        let head = preview.head(self.sentences(reader)?, &folder, &self.languages);
        self.page(page, reader)?.with_head(&head)
    }

    /// Returns a page that needs no files of the edition, in the language of its reader.
    pub fn plain_page(&self, path: &str, reader: &Reader) -> Option<Served> {
        let source = str::from_utf8(&self.file(path)?.bytes).ok()?;
        let page = head::worded(source, self.language(reader), self.sentences(reader)?);
        Some(served(".html", page.into_bytes()))
    }

    /// Returns the language of the pages for that reader.
    pub fn language(&self, reader: &Reader) -> &str {
        reader.language(&self.languages)
    }

    /// Returns the sentences that the server itself uses, in the language of that reader.
    pub fn sentences(&self, reader: &Reader) -> Option<&Sentences> {
        self.sentences.get(self.language(reader))
    }

    /// Returns a file as it is in the folder.
    pub fn file(&self, path: &str) -> Option<&Served> {
        self.files.get(path)
    }

    /// Returns a file under the edition's name.
    pub fn named(&self, path: &str) -> Option<&Served> {
        self.named.get(path)
    }

    /// Compresses all files that pages request, so that the first visitors do not wait for it.
    pub fn compress(&self) {
        for file in self.named.values().chain(self.pages.values()) {
            file.compress();
        }
    }
}

/// Returns the names of the games' folders.
fn games(files: &Files) -> impl Iterator<Item = &str> {
    files.keys().filter_map(|path| {
        let game = path.strip_prefix("games/")?.strip_suffix("/game.js")?;
        (!game.contains('/')).then_some(game)
    })
}

/// Returns whether pages may request a file as it is, without joining it with others.
fn is_asked_for_by_itself(path: &str) -> bool {
    let extensions = ["css", "json", "svg", "png", "ico", "woff2"];
    extensions.iter().any(|one| has_extension(path, one))
}

fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, own)| own == extension)
}

/// Reads the modules of the client.
fn modules(files: &Files) -> Modules {
    files
        .iter()
        .filter(|(path, _)| has_extension(path, "js"))
        .map(|(path, source)| {
            let source = String::from_utf8_lossy(source);
            (path.clone(), Module::read(path, &source))
        })
        .collect()
}

/// Returns the modules that pages request as their scripts.
fn scripts(files: &Files) -> BTreeSet<String> {
    let pages = files.iter().filter(|(path, _)| has_extension(path, "html"));
    pages
        .flat_map(|(_, page)| head::read(&String::from_utf8_lossy(page)).scripts)
        .collect()
}

/// Returns a file with the addresses that it contains under the path of the server. Pages and
/// `robots.txt` contain whole paths, whereas all other files use relative ones.
fn under(prefix: &PathPrefix, path: &str, text: &str) -> String {
    if has_extension(path, "html") {
        text.replace("=\"/", &format!("=\"{prefix}/"))
    } else if path == "robots.txt" {
        text.replace(": /", &format!(": {prefix}/"))
    } else {
        text.to_owned()
    }
}

/// Returns a file with the content type of its path.
fn served(path: &str, bytes: impl Into<Bytes>) -> Served {
    Served::new(
        kind(path).unwrap_or("text/plain; charset=utf-8"),
        bytes.into(),
    )
}

/// Returns a hash of the files and their paths, in order.
fn hash<'a, B: AsRef<[u8]>>(files: impl Iterator<Item = (&'a String, B)>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for (path, bytes) in files {
        for part in [path.as_bytes(), bytes.as_ref()] {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
    }
    hash.finalize().into()
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
            (
                "room/page.js",
                "import { game } from '../games/it/game.js';\n\
                import { a } from '../lib/a.js';\na(game);\n",
            ),
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
    fn any_change_of_a_file_changes_the_name() {
        let first = Edition::new(&client(&[]), PathPrefix::NONE);
        assert_eq!(
            first.name,
            Edition::new(&client(&[]), PathPrefix::NONE).name
        );
        assert!(first.is_of(&client(&[])));
        for changed in [
            ("two.css", "b { color: blue }\n"),
            ("lib/a.js", "export function a() { }\n"),
            ("new.svg", "<svg/>"),
            ("games/it/text/en.json", "{\"a\":\"c\"}\n"),
        ] {
            let files = client(&[changed]);
            assert!(!first.is_of(&files), "{changed:?}");
            assert_ne!(
                first.name,
                Edition::new(&files, PathPrefix::NONE).name,
                "{changed:?}"
            );
        }
    }

    #[test]
    fn serves_only_the_modules_that_a_browser_requests() {
        let edition = Edition::new(&client(&[]), PathPrefix::NONE);
        assert!(edition.unfit.is_empty());
        for (path, is_there) in [
            ("room/page.js", true),
            ("games/it/board.js", true),
            ("room.css", true),
            ("room.it.en.json", true),
            ("room.it.fr.json", false),
            ("games/it/text/en.json", true),
            ("lib/a.js", false),
            ("room.html", false),
        ] {
            assert_eq!(edition.named(path).is_some(), is_there, "{path}");
        }
        assert!(edition.file("lib/a.js").is_some());
    }

    #[test]
    fn a_page_is_in_the_language_of_its_reader() {
        let page = "<html lang=\"en\">\n<head>\n\
            <link rel=\"preload\" as=\"fetch\" type=\"application/json\" href=\"/text/en.json\">\n\
            </head>\n<body><p data-text=\"wait\">Wait</p><p data-text=\"go\"></p>\n";
        let files = client(&[
            ("room.html", page),
            ("text/en.json", "{\"wait\":\"Wait\",\"go\":\"Go\"}"),
            (
                "text/fr.json",
                "{\"language.name\":\"Français\",\"wait\":\"Attends < peu\",\"go\":\"Va\"}",
            ),
        ]);
        let edition = Edition::new(&files, PathPrefix::NONE);
        assert_eq!(edition.languages, ["en", "fr"]);
        let in_language = |language: &str| {
            let page = edition
                .page(&Page::room(None), &Reader::of(language))
                .expect("a page");
            String::from_utf8(page.bytes.to_vec()).expect("text")
        };
        for (language, wait) in [("en", "Wait"), ("fr", "Attends &lt; peu"), ("xx", "Wait")] {
            let page = in_language(language);
            let spoken = if language == "xx" { "en" } else { language };
            assert!(
                page.starts_with(&format!("<html lang=\"{spoken}\"")),
                "{page}"
            );
            assert!(page.contains(&format!("/room.{spoken}.json\"")), "{page}");
            assert!(
                page.contains("data-languages=\"en=en;fr=Français\""),
                "{page}"
            );
            assert!(
                page.contains(&format!("data-text=\"wait\">{wait}</p>")),
                "{page}"
            );
            assert!(page.contains("data-text=\"go\"></p>"), "{page}");
        }
        let texts = edition.named("room.fr.json").expect("the texts");
        let texts = String::from_utf8(texts.bytes.to_vec()).expect("text");
        assert_eq!(
            texts,
            "{\"text/fr.json\":{\"language.name\":\"Français\",\"wait\":\"Attends < peu\",\
            \"go\":\"Va\"}}"
        );
    }
}
