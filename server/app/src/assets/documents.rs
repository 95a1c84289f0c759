//! The documentation, which is written in Markdown for people who read the repository.

use std::collections::BTreeMap;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use super::{
    folder::DOCS,
    preview::escaped,
    served::{Served, kind},
};
use crate::settings::PathPrefix;

/// The file that a folder's address leads to.
const INDEX: &str = "README";

/// The documents and their pictures, by their paths below `/docs`. The path of the first is empty.
#[derive(Debug)]
pub struct Documents {
    pages: BTreeMap<String, Document>,
    pictures: BTreeMap<String, Served>,
}

/// A document as a part of a page.
#[derive(Debug)]
pub struct Document {
    /// The first heading.
    pub title: String,
    /// The elements of the page.
    pub html: String,
}

impl Documents {
    /// Renders all documents for a server that browsers reach under that path.
    pub fn new(prefix: &PathPrefix) -> Self {
        let mut files = DOCS.files();
        files.retain(|path, _| is_shown(path));
        let address = |path: &str| {
            // The descriptions of the API are rendered as a page of their own.
            if path == "api" {
                return Some(format!("{prefix}/api/docs"));
            }
            let known = files.contains_key(path).then_some(path)?;
            let page = known.strip_suffix(".md").map_or(known, name);
            let slash = if page.is_empty() { "" } else { "/" };
            Some(format!("{prefix}/docs{slash}{page}"))
        };
        let mut pages = BTreeMap::new();
        let mut pictures = BTreeMap::new();
        for (path, bytes) in &files {
            if let Some(page) = path.strip_suffix(".md") {
                let text = String::from_utf8_lossy(bytes);
                let resolve = |target: &str| address(&absolute(path, target)?);
                pages.insert(name(page).to_owned(), Document::new(&text, resolve));
            } else {
                let kind = kind(path).expect("a picture");
                let picture = Served::new(kind, bytes.clone());
                pictures.insert(path.clone(), picture);
            }
        }
        Self { pages, pictures }
    }

    /// Returns the document at a path.
    pub fn page(&self, path: &str) -> Option<&Document> {
        self.pages.get(path)
    }

    /// Returns the picture at a path.
    pub fn picture(&self, path: &str) -> Option<&Served> {
        self.pictures.get(path)
    }
}

/// Returns whether a file is a document or a picture of one.
fn is_shown(path: &str) -> bool {
    [".md", ".svg"].iter().any(|end| path.ends_with(end))
}

/// Returns the name of a page in addresses, for the path of its file without the extension.
fn name(page: &str) -> &str {
    let name = page.strip_suffix(INDEX).unwrap_or(page);
    name.strip_suffix('/').unwrap_or(name)
}

/// Returns the path that a link in a file leads to; `None` if it leads out of the folder.
fn absolute(from: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

impl Document {
    /// Renders a document. `address` returns the address of another file of the documentation, by
    /// its path relative to this one.
    fn new(text: &str, address: impl Fn(&str) -> Option<String>) -> Self {
        let events = Parser::new_ext(text, Options::ENABLE_TABLES);
        let mut events: Vec<Event<'_>> = events.collect();
        let title = identify_headings(&mut events);
        let mut is_linked = true;
        let events = events.into_iter().filter_map(|event| match event {
            // Comments for the tools that write parts of a file.
            Event::Html(_) | Event::InlineHtml(_) => None,
            Event::Start(Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            }) => {
                // Files of the repository are not on the server: their names stay as text.
                let dest_url = resolved(dest_url, &address);
                is_linked = dest_url.is_some();
                Some(Event::Start(Tag::Link {
                    link_type,
                    dest_url: dest_url?,
                    title,
                    id,
                }))
            }
            Event::End(TagEnd::Link) if !is_linked => None,
            Event::Start(Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            }) => Some(Event::Start(Tag::Image {
                link_type,
                dest_url: resolved(dest_url, &address).unwrap_or("".into()),
                title,
                id,
            })),
            other => Some(other),
        });
        let events = events.flat_map(|event| {
            // A wide table scrolls by itself, also by keyboard.
            let (before, after) = match event {
                Event::Start(Tag::Table(_)) => (Some("<div class=\"wide\" tabindex=\"0\">"), None),
                Event::End(TagEnd::Table) => (None, Some("</div>\n")),
                _ => (None, None),
            };
            let html = |text: &'static str| Event::Html(text.into());
            [before.map(html), Some(event), after.map(html)]
                .into_iter()
                .flatten()
        });
        let mut rendered = String::with_capacity(text.len() * 2);
        html::push_html(&mut rendered, events);
        Self {
            title,
            html: rendered,
        }
    }
}

/// Returns the address that a link leads to; `None` for a file that the server doesn't have.
fn resolved(target: CowStr<'_>, address: impl Fn(&str) -> Option<String>) -> Option<CowStr<'_>> {
    if target.starts_with('#') || target.starts_with("https://") || target.starts_with("http://") {
        return Some(target);
    }
    let (path, fragment) = match target.split_once('#') {
        Some((path, fragment)) => (path, format!("#{fragment}")),
        None => (&*target, String::new()),
    };
    Some((address(path)? + &fragment).into())
}

/// Gives each heading the id that links in Markdown expect, and returns the text of the first one.
fn identify_headings(events: &mut [Event<'_>]) -> String {
    let mut title = None;
    let mut known = BTreeMap::new();
    let mut rest = events;
    while let Some(start) = rest
        .iter()
        .position(|event| matches!(event, Event::Start(Tag::Heading { .. })))
    {
        let (head, behind) = rest[start..].split_first_mut().expect("a heading");
        let text = text_until_heading_ends(behind);
        let slug = slug(&text);
        let count: &mut u32 = known.entry(slug.clone()).or_default();
        let unique = if *count == 0 {
            slug
        } else {
            format!("{slug}-{count}")
        };
        *count += 1;
        if let Event::Start(Tag::Heading { id, .. }) = head {
            *id = Some(unique.into());
        }
        title.get_or_insert(text);
        rest = behind;
    }
    title.unwrap_or_default()
}

fn text_until_heading_ends(events: &[Event<'_>]) -> String {
    let heading = events
        .iter()
        .take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let words = heading.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(&**text),
        _ => None,
    });
    words.collect()
}

/// Returns the id of a heading: lower case, with hyphens for spaces, and without punctuation.
fn slug(heading: &str) -> String {
    let letters = heading.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then_some(letter),
    });
    letters.flat_map(char::to_lowercase).collect()
}

impl Served {
    /// Returns the page with a document in it, below a link to the first one; `None` if the file is
    /// not a page.
    pub(super) fn with_document(
        &self,
        document: &Document,
        (first, address): (&Document, &str),
    ) -> Option<Self> {
        let title = format!("<title>{} - Senda</title>", escaped(&document.title));
        let back = if std::ptr::eq(document, first) {
            String::new()
        } else {
            let title = escaped(&first.title);
            format!("<p><a href=\"{address}\">{title}</a></p>\n")
        };
        let page = str::from_utf8(&self.bytes).ok()?;
        let page = page.replacen("<title>Senda</title>", &title, 1);
        let page = page.replacen("<!-- document -->", &(back + &document.html), 1);
        Some(self.for_one_request(page))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::PublicUrl;

    #[test]
    fn headings_have_the_ids_of_their_links() {
        let text = "# The `one`\n## A, b & c\n## A, b & c\n";
        let document = Document::new(text, |_| None);
        assert_eq!(document.title, "The one");
        for id in ["the-one", "a-b--c", "a-b--c-1"] {
            assert!(
                document.html.contains(&format!(" id=\"{id}\"")),
                "{}",
                document.html
            );
        }
    }

    #[test]
    fn links_lead_to_documents_and_files_of_the_repository_stay_text() {
        let text =
            "[a](b.md#c) [d](../server/x.rs) [e](#f) [g](https://example.org/)\n<!-- h -->\n";
        let document = Document::new(text, |path| (path == "b.md").then(|| "/docs/b".to_owned()));
        assert_eq!(
            document.html,
            "<p><a href=\"/docs/b#c\">a</a> d <a href=\"#f\">e</a> \
             <a href=\"https://example.org/\">g</a></p>\n"
        );
    }

    #[test]
    fn every_link_of_the_documentation_leads_somewhere() {
        let url: PublicUrl = "https://example.org/senda/".parse().unwrap();
        let documents = Documents::new(&url.prefix);
        assert!(documents.pages.len() > 20, "{:?}", documents.pages.keys());
        let mut links = 0;
        for (path, document) in &documents.pages {
            for link in document
                .html
                .split(" href=\"")
                .chain(document.html.split(" src=\""))
                .skip(1)
            {
                let Some(link) = link
                    .split('"')
                    .next()
                    .filter(|link| link.starts_with(['/', '#']))
                else {
                    continue;
                };
                let (page, id) = link.split_once('#').unwrap_or((link, ""));
                let page = page
                    .trim_start_matches("/senda/docs")
                    .trim_start_matches('/');
                let target = if link.starts_with('#') { path } else { page };
                if link == "/senda/api/docs" || documents.picture(target).is_some() {
                    continue;
                }
                let target = documents
                    .page(target)
                    .unwrap_or_else(|| panic!("{path}: {link}"));
                let has = id.is_empty() || target.html.contains(&format!("id=\"{id}\""));
                assert!(has, "{path}: {link}");
                links += 1;
            }
        }
        assert!(links > 50, "{links}");
    }
}
