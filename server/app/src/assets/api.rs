//! The descriptions of the API: two files for programs, and a page for people that is rendered from
//! them.

mod operations;
mod types;

use std::{
    collections::BTreeMap,
    fmt::{self, Write},
};

use axum::body::Bytes;
use pulldown_cmark::{Parser, html};
use serde_json::Value;

use super::{
    documents::Document,
    folder::DOCS,
    preview::escaped,
    served::{Served, kind},
};
use crate::settings::PathPrefix;

/// The names of the descriptions, which `cargo xtask types` writes.
const OPENAPI: &str = "openapi.json";
const ASYNCAPI: &str = "asyncapi.json";

/// The descriptions of the API.
#[derive(Debug)]
pub struct Api {
    /// The page with both descriptions.
    pub page: Document,
    files: BTreeMap<&'static str, Served>,
}

impl Api {
    /// Reads the descriptions and renders the page, for a server that browsers reach under that
    /// path.
    pub fn new(prefix: &PathPrefix) -> Self {
        let mut all = DOCS.files();
        let files = [OPENAPI, ASYNCAPI].map(|name| {
            let file = all.remove(&format!("api/{name}"));
            // senda-types, which writes them, depends on this crate.
            let bytes = file.unwrap_or_else(|| Bytes::from_static(b"{}"));
            (name, Served::new(kind(name).expect("JSON"), bytes))
        });
        let read = |file: &Served| -> Value {
            serde_json::from_slice(&file.bytes).expect("a generated file is JSON")
        };
        let [openapi, asyncapi] = [&files[0].1, &files[1].1].map(read);
        Self {
            page: page(&openapi, &asyncapi, prefix),
            files: files.into(),
        }
    }

    /// Returns the description with that file name.
    pub fn file(&self, name: &str) -> Option<&Served> {
        self.files.get(name)
    }
}

fn page(openapi: &Value, asyncapi: &Value, prefix: &PathPrefix) -> Document {
    let mut html = String::from("<h1 id=\"the-api\">The API</h1>\n");
    let files = format_args!(
        "<p>For programs: <a href=\"{prefix}/api/docs/{OPENAPI}\">{OPENAPI}</a> (OpenAPI 3.1) and \
         <a href=\"{prefix}/api/docs/{ASYNCAPI}\">{ASYNCAPI}</a> (AsyncAPI 3.0). \
         <a href=\"{prefix}/docs/protocol\">The protocol</a> explains how to use them.</p>\n"
    );
    write(&mut html, files);
    html.push_str(&operations::contents(openapi));
    html.push_str("<h2 id=\"http\">HTTP</h2>\n");
    html.push_str(&markdown(&openapi["info"]["description"]));
    html.push_str(&operations::routes(openapi));
    html.push_str("<h2 id=\"websockets\">WebSockets</h2>\n");
    html.push_str(&markdown(&asyncapi["info"]["description"]));
    html.push_str(&operations::channels(asyncapi));
    html.push_str("<h2 id=\"types\">Types</h2>\n");
    let schemas = [openapi, asyncapi].map(|of| of["components"]["schemas"].as_object());
    let schemas: BTreeMap<&String, &Value> = schemas.into_iter().flatten().flatten().collect();
    html.push_str(&types::all(&schemas));
    Document {
        title: "The API".to_owned(),
        html,
    }
}

/// Renders a description, which is Markdown.
fn markdown(description: &Value) -> String {
    let mut rendered = String::new();
    let text = description.as_str().unwrap_or_default();
    html::push_html(&mut rendered, Parser::new(text));
    rendered
}

/// Renders a description within a line.
fn in_line(description: &Value) -> String {
    let rendered = markdown(description);
    let rendered = rendered.trim().trim_start_matches("<p>");
    rendered
        .trim_end_matches("</p>")
        .replace("</p>\n<p>", "<br>")
}

/// Renders a table that scrolls by itself.
fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let line = |cells: Vec<String>| format!("<tr>{}</tr>\n", cells.concat());
    let head = head.iter().map(|cell| format!("<th>{cell}</th>"));
    let rows = rows.iter().map(|row| {
        let cells = row.iter().map(|cell| format!("<td>{cell}</td>"));
        line(cells.collect())
    });
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table><thead>{}</thead><tbody>\n{}</tbody></table></div>\n",
        line(head.collect()),
        rows.collect::<String>()
    )
}

/// Renders an example.
fn example(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    format!("<pre><code>{}</code></pre>\n", escaped(&text))
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// Returns the id of an element: lower case, with hyphens for everything but letters and digits.
fn id(text: &str) -> String {
    let letter = |letter: char| match letter {
        letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
        _ => '-',
    };
    text.chars().map(letter).collect()
}

/// Appends formatted text.
fn write(html: &mut String, text: fmt::Arguments<'_>) {
    html.write_fmt(text).expect("memory takes all");
}

/// Returns the items of a list; none for a value that is not one.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the fields of an object; none for a value that is not one.
fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::settings::PublicUrl;

    fn rendered() -> Api {
        let url: PublicUrl = "https://example.org/senda/".parse().unwrap();
        Api::new(&url.prefix)
    }

    fn all<'a>(html: &'a str, attribute: &str) -> Vec<&'a str> {
        let parts = html.split(attribute).skip(1);
        parts.filter_map(|part| part.split('"').next()).collect()
    }

    #[test]
    fn every_link_of_the_page_leads_somewhere_and_every_id_is_unique() {
        let html = rendered().page.html;
        let ids = all(&html, " id=\"");
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len());
        let links = all(&html, " href=\"");
        assert!(links.len() > 300, "{}", links.len());
        for link in links {
            let is_known = match link.strip_prefix('#') {
                Some(id) => unique.contains(id),
                None => link.starts_with("/senda/"),
            };
            assert!(is_known, "{link}");
        }
    }

    #[test]
    fn the_page_has_every_route_every_message_and_every_type() {
        let api = rendered();
        let read =
            |name| -> Value { serde_json::from_slice(&api.file(name).unwrap().bytes).unwrap() };
        let (openapi, asyncapi) = (read(OPENAPI), read(ASYNCAPI));
        let html = &api.page.html;
        for path in openapi["paths"].as_object().unwrap().keys() {
            assert!(html.contains(&format!(" {path}</code>")), "{path}");
        }
        for name in asyncapi["components"]["messages"]
            .as_object()
            .unwrap()
            .keys()
        {
            assert!(html.contains(&format!("id=\"{}\"", id(name))), "{name}");
        }
        for document in [openapi, asyncapi] {
            for name in document["components"]["schemas"]
                .as_object()
                .unwrap()
                .keys()
            {
                assert!(html.contains(&format!("id=\"type-{name}\"")), "{name}");
            }
        }
    }

    #[test]
    fn the_page_has_no_script_and_no_style_of_its_own() {
        let html = rendered().page.html;
        for part in ["<script", "<style", " style=", " onclick="] {
            assert!(!html.contains(part), "{part}");
        }
    }
}
