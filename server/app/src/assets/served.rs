//! One file as browsers get it.

use std::sync::OnceLock;

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sha2::{Digest, Sha256};

use super::coding::{Coding, Effort};

/// How long a browser may keep a file without asking for it again.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Caching {
    /// It asks each time whether what it has is still right.
    Ask,
    /// A year: under the same path there will never be anything else.
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

/// A file, and its compressed forms once somebody has asked for them.
#[derive(Debug)]
pub struct Served {
    kind: &'static str,
    bytes: Bytes,
    hash: [u8; 32],
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
    effort: Effort,
}

impl Served {
    /// A file of the type with that name.
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

    /// The page with these elements at the end of its head, for one request; `None` if it is no page.
    pub fn with_head(&self, elements: &str) -> Option<Self> {
        let page = str::from_utf8(&self.bytes).ok()?;
        let (head, body) = page.split_once("</head>")?;
        let page = format!("{head}{elements}</head>{body}");
        Some(Self {
            effort: Effort::Little,
            ..Self::new(self.kind, page.into())
        })
    }

    /// A hash of it.
    pub fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// Whether it is a module, which needs others that fit.
    pub fn is_module(&self) -> bool {
        self.kind.starts_with("text/javascript")
    }

    /// The response with the file, or that the browser has it already.
    pub fn answer(&self, headers: &HeaderMap, caching: Caching) -> Response {
        let coding = Coding::accepted(headers).filter(|_| self.is_text());
        let tag = self.tag(coding);
        let common = [
            (header::ETAG, tag.clone()),
            (header::CACHE_CONTROL, caching.header()),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
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

    fn compressed(&self, coding: Coding) -> Bytes {
        let made = match coding {
            Coding::Brotli => &self.brotli,
            Coding::Gzip => &self.gzip,
        };
        made.get_or_init(|| coding.compress(&self.bytes, self.effort).into())
            .clone()
    }

    fn is_text(&self) -> bool {
        !matches!(self.kind, "image/png" | "image/x-icon" | "font/woff2")
    }

    /// The tag of the content in one of its forms.
    fn tag(&self, coding: Option<Coding>) -> HeaderValue {
        let suffix = coding.map_or_else(String::new, |coding| format!("-{}", coding.name()));
        let tag = format!("\"{}{suffix}\"", hex::encode(&self.hash[..16]));
        HeaderValue::from_str(&tag).expect("plain ASCII")
    }
}

/// What a file is, by its name; `None` for what is not for browsers.
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
        // Declarations are for those who read the modules in their editor.
        "txt" | "ts" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

/// Whether the browser says that it has the content with that tag.
fn names(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = tag.as_bytes();
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .flat_map(|line| line.as_bytes().split(|&byte| byte == b','))
        .map(<[u8]>::trim_ascii)
        .any(|known| known == b"*" || known.strip_prefix(b"W/").unwrap_or(known) == tag)
}
