//! One file in the form that browsers receive.

use std::sync::OnceLock;

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sha2::{Digest, Sha256};

use super::coding::{Coding, Effort};

/// The caching rule of a file.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Caching {
    /// The browser revalidates the file each time.
    Ask,
    /// The browser keeps the file for a year: its path contains a hash of the content.
    Keep,
}

impl Caching {
    fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Ask => "no-cache",
            Self::Keep => "public, max-age=31536000, immutable",
        })
    }
}

/// A file with its compressed forms, which are created at the first request for them.
#[derive(Debug)]
pub struct Served {
    kind: &'static str,
    /// The content without compression.
    pub bytes: Bytes,
    /// The hash of the content.
    pub hash: [u8; 32],
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
    effort: Effort,
}

impl Served {
    /// Creates a file with that content type.
    pub fn new(kind: &'static str, bytes: Bytes) -> Self {
        Self {
            kind,
            hash: Sha256::digest(&bytes).into(),
            bytes,
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
            effort: Effort::Most,
        }
    }

    /// Returns the page with these elements at the end of its head, for one request; `None` if the
    /// file is not a page.
    pub fn with_head(&self, elements: &str) -> Option<Self> {
        let page = str::from_utf8(&self.bytes).ok()?;
        let (head, body) = page.split_once("</head>")?;
        Some(self.for_one_request(format!("{head}{elements}</head>{body}")))
    }

    /// Returns a variant of the page that is compressed for one request only.
    pub fn for_one_request(&self, page: String) -> Self {
        Self {
            effort: Effort::Little,
            ..Self::new(self.kind, page.into())
        }
    }

    /// Returns whether the file is a module. A module needs other modules of the same edition.
    pub fn is_module(&self) -> bool {
        self.kind.starts_with("text/javascript")
    }

    /// Returns the response with the file, or 304 if the browser has it.
    pub fn answer(&self, headers: &HeaderMap, caching: Caching) -> Response {
        let coding = Coding::accepted(headers).filter(|_| self.is_text());
        let tag = self.tag(coding);
        let common = [
            (header::ETAG, tag.clone()),
            (header::CACHE_CONTROL, caching.header()),
            (header::VARY, HeaderValue::from_static(self.varies())),
        ];
        if names(headers, &tag) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(self.kind))];
        match coding {
            Some(coding) => {
                let name = HeaderValue::from_static(coding.name());
                let encoding = [(header::CONTENT_ENCODING, name)];
                let body = Body::from(self.compressed(coding));
                (common, kind, encoding, body).into_response()
            }
            None => (common, kind, Body::from(self.bytes.clone())).into_response(),
        }
    }

    /// Compresses the file in all encodings ahead of the first request.
    pub fn compress(&self) {
        if self.is_text() {
            self.compressed(Coding::Brotli);
            self.compressed(Coding::Gzip);
        }
    }

    fn compressed(&self, coding: Coding) -> Bytes {
        let made = match coding {
            Coding::Brotli => &self.brotli,
            Coding::Gzip => &self.gzip,
        };
        made.get_or_init(|| coding.compress(&self.bytes, self.effort).into())
            .clone()
    }

    /// Returns the request headers that the content depends on. Pages are in the reader's language.
    fn varies(&self) -> &'static str {
        if self.kind.starts_with("text/html") {
            "accept-encoding, accept-language, cookie"
        } else {
            "accept-encoding"
        }
    }

    fn is_text(&self) -> bool {
        !matches!(self.kind, "image/png" | "image/x-icon" | "font/woff2")
    }

    /// Returns the entity tag of the content in one of its encodings.
    fn tag(&self, coding: Option<Coding>) -> HeaderValue {
        let suffix = coding.map_or_else(String::new, |coding| format!("-{}", coding.name()));
        let tag = format!("\"{}{suffix}\"", hex::encode(&self.hash[..16]));
        HeaderValue::from_str(&tag).expect("plain ASCII")
    }
}

/// Returns the content type of a file by its extension; `None` for a file that browsers may not
/// request.
pub fn kind(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    Some(match extension {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        // Declarations are for people who read the modules in their editor.
        "txt" | "ts" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

/// Returns whether the request's `If-None-Match` names that tag.
fn names(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = tag.as_bytes();
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .flat_map(|line| line.as_bytes().split(|&byte| byte == b','))
        .map(<[u8]>::trim_ascii)
        .any(|known| known == b"*" || known.strip_prefix(b"W/").unwrap_or(known) == tag)
}
