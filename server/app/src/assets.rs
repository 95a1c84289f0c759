//! Serves the client's files, which are embedded in the binary or, in a debug build, read from
//! their folder.
//!
//! At the root, files are served as they were written, for people who read the source. Pages use
//! the joined files under a path with the name of the edition (`edition.rs`), which browsers may
//! cache for a year.

mod api;
mod coding;
mod compact;
mod documents;
mod edition;
mod folder;
mod head;
mod join;
mod language;
mod module;
mod page;
mod preview;
mod sentences;
mod served;
mod site;

use std::{
    sync::{Arc, OnceLock, PoisonError, RwLock},
    thread,
};

use axum::{http::HeaderMap, response::Response};

use self::{
    api::Api,
    documents::{Document, Documents},
    edition::Edition,
    folder::CLIENT,
    module::Files,
    served::{Caching, kind},
};
pub use self::{
    language::Reader,
    page::{Page, Part},
    preview::{Preview, Subject, Who, escaped},
    site::Site,
};
use crate::settings::PathPrefix;

/// The client's files, read at the first request; cheap to clone.
#[derive(Clone, Debug)]
pub struct Assets {
    edition: Arc<RwLock<Option<Arc<Edition>>>>,
    documents: Arc<OnceLock<Documents>>,
    api: Arc<OnceLock<Api>>,
    site: Site,
}

impl Assets {
    /// Returns the files for a server whose operator has made these choices.
    pub fn new(site: Site) -> Self {
        Self {
            edition: Arc::default(),
            documents: Arc::default(),
            api: Arc::default(),
            site,
        }
    }

    /// Returns the response with a page, or 304 if the browser has it; `None` if there is no such
    /// page.
    pub fn page(&self, page: &Page, reader: &Reader) -> Option<Response> {
        let edition = self.fresh();
        let page = edition.page(page, reader)?;
        Some(page.answer(&reader.headers, Caching::Ask))
    }

    /// Returns the response with a page whose head has link preview data, or 304 if the browser has
    /// it; `None` if there is no such page.
    pub fn previewed(&self, page: &Page, preview: &Preview, reader: &Reader) -> Option<Response> {
        let page = self.fresh().previewed(page, preview, reader)?;
        Some(page.answer(&reader.headers, Caching::Ask))
    }

    /// Returns the response with a document, or with a picture of one, at a path below `/docs`;
    /// `None` if there is none. They are rendered at the first request.
    pub fn document(&self, path: &str, reader: &Reader) -> Option<Response> {
        let documents = self.documents();
        if let Some(picture) = documents.picture(path) {
            return Some(picture.answer(&reader.headers, Caching::Ask));
        }
        self.page_of(documents.page(path)?, reader)
    }

    /// Returns the response with the page that describes the API, which is rendered at the first
    /// request.
    pub fn api(&self, reader: &Reader) -> Option<Response> {
        let api = self.api.get_or_init(|| Api::new(&self.site.prefix));
        self.page_of(&api.page, reader)
    }

    /// Returns the response with a description of the API for programs; `None` if there is none of
    /// that name.
    pub fn api_file(&self, name: &str, headers: &HeaderMap) -> Option<Response> {
        let api = self.api.get_or_init(|| Api::new(&self.site.prefix));
        Some(api.file(name)?.answer(headers, Caching::Ask))
    }

    fn documents(&self) -> &Documents {
        let new = || Documents::new(&self.site.prefix);
        self.documents.get_or_init(new)
    }

    /// Returns the response with the page around a document.
    fn page_of(&self, document: &Document, reader: &Reader) -> Option<Response> {
        let edition = self.fresh();
        let page = edition.page(&Page::DOCUMENT, reader)?;
        let address = format!("{}/docs", self.site.prefix);
        let first = (self.documents().page("")?, &*address);
        let page = page.with_document(document, first)?;
        Some(page.answer(&reader.headers, Caching::Ask))
    }

    /// Returns the response with a page that works without the server, or 304 if the browser has
    /// it; `None` if there is no such page.
    pub fn plain_page(&self, path: &str, reader: &Reader) -> Option<Response> {
        let page = self.fresh().plain_page(path, reader)?;
        Some(page.answer(&reader.headers, Caching::Ask))
    }

    /// Returns the response with a file as it was written; `None` if there is no such file.
    pub fn file(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let edition = self.fresh();
        let file = edition.file(path)?;
        Some(file.answer(headers, Caching::Ask))
    }

    /// Returns the response with a file of an edition. A page of an earlier edition gets the
    /// current version of independent files, but no modules, which might not fit those that it has
    /// loaded. The page then reloads itself as one of the current edition.
    pub fn named(&self, edition: &str, path: &str, headers: &HeaderMap) -> Option<Response> {
        let now = self.now();
        let file = now.named(path)?;
        if now.name == edition {
            Some(file.answer(headers, Caching::Keep))
        } else {
            (!file.is_module()).then(|| file.answer(headers, Caching::Ask))
        }
    }

    /// Reads and compresses all files on a thread of its own. In a debug build, whose files may
    /// change, they are compressed at their first request.
    pub fn prepare(&self) {
        if cfg!(not(embedded)) {
            return;
        }
        let assets = self.clone();
        let prepare = move || assets.fresh().compress();
        // Without the thread, the first visitors wait for the compression.
        let _ = thread::Builder::new()
            .name("compress".to_owned())
            .spawn(prepare);
    }

    /// Returns the path under which browsers reach the pages.
    pub fn prefix(&self) -> &PathPrefix {
        &self.site.prefix
    }

    /// Returns the languages of the client's texts.
    pub fn languages(&self) -> Vec<String> {
        self.now().languages.clone()
    }

    /// Returns the language in which a page is served to that reader.
    pub fn language(&self, reader: &Reader) -> String {
        self.now().language(reader).to_owned()
    }

    /// Returns a sentence of the client by its key in a language, with its placeholders filled.
    pub fn sentence(&self, language: &str, key: &str, values: &[(&str, &str)]) -> String {
        let edition = self.now();
        let sentences = edition.sentences(&Reader::of(language));
        sentences.map_or_else(|| key.to_owned(), |sentences| sentences.fill(key, values))
    }

    /// Returns a person's name as readers of a language see it.
    pub fn name(&self, language: &str, name: &str) -> String {
        let edition = self.now();
        let sentences = edition.sentences(&Reader::of(language));
        sentences.map_or_else(
            || name.to_owned(),
            |sentences| sentences.name(name).into_owned(),
        )
    }

    /// Returns the current edition. In a debug build it is rebuilt when a file has changed since.
    fn fresh(&self) -> Arc<Edition> {
        let known = self.known();
        if let Some(known) = known.as_ref().filter(|_| cfg!(embedded)) {
            return known.clone();
        }
        let files = files(&self.site);
        if let Some(known) = known.filter(|known| known.is_of(&files)) {
            return known;
        }
        let fresh = Arc::new(edition(&files, &self.site.prefix));
        *self.edition.write().unwrap_or_else(PoisonError::into_inner) = Some(fresh.clone());
        fresh
    }

    /// Returns the edition that the last page was served from.
    fn now(&self) -> Arc<Edition> {
        self.known().unwrap_or_else(|| self.fresh())
    }

    fn known(&self) -> Option<Arc<Edition>> {
        self.edition
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Builds the edition, and logs the modules that can't be joined.
fn edition(files: &Files, prefix: &PathPrefix) -> Edition {
    let edition = Edition::new(files, prefix);
    for unfit in &edition.unfit {
        tracing::error!(%unfit, "a module of the client can't be joined with others");
    }
    edition
}

/// Returns the files that browsers may request.
fn files(site: &Site) -> Files {
    let mut files = CLIENT.files();
    files.retain(|path, _| is_plain(path) && kind(path).is_some());
    head::complete(files, site)
}

/// Returns whether no part of a path is hidden.
fn is_plain(path: &str) -> bool {
    path.split('/')
        .all(|part| !part.is_empty() && !part.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_modules_of_the_client_can_be_joined() {
        let files = files(&Site::plain());
        assert!(files.len() > 100, "{}", files.len());
        assert_eq!(Edition::new(&files, PathPrefix::NONE).unfit, Vec::new());
    }
}
