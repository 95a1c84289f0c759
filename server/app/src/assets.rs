//! The client's files, as they are in the binary (or, in a debug build, in their folder).

use std::{
    collections::HashMap,
    io::Write,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/client"]
struct Client;

/// The files, each compressed once in each way; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Assets(Arc<Mutex<HashMap<(String, Coding), Compressed>>>);

/// How a file is compressed. Browsers offer the first, which is smaller, only over TLS or on the same
/// machine.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
enum Coding {
    Brotli,
    Gzip,
}

/// The compressed form of the file with that hash; a debug build's file may change.
#[derive(Clone, Debug)]
struct Compressed {
    hash: [u8; 32],
    bytes: Bytes,
}

impl Assets {
    /// Whether there is a file for browsers.
    pub fn holds(&self, path: &str) -> bool {
        file(path).is_some() && kind(path).is_some()
    }

    /// The response with a file, or that the browser has it already; `None` if there is no such file.
    pub fn get(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let file = file(path)?;
        let kind = kind(path)?;
        let hash = file.metadata.sha256_hash();
        let coding = Coding::accepted(headers).filter(|_| is_text(kind));
        let tag = tag(&hash, coding);
        let common = [
            (header::ETAG, tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
        ];
        if names(headers, &tag) {
            return Some((StatusCode::NOT_MODIFIED, common).into_response());
        }
        let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(kind))];
        Some(if let Some(coding) = coding {
            let name = HeaderValue::from_static(coding.name());
            let encoding = [(header::CONTENT_ENCODING, name)];
            let body = Body::from(self.compressed(path, coding, hash, &file));
            (common, kind, encoding, body).into_response()
        } else {
            (common, kind, Body::from(file.data)).into_response()
        })
    }

    fn compressed(&self, path: &str, coding: Coding, hash: [u8; 32], file: &EmbeddedFile) -> Bytes {
        let key = (path.to_owned(), coding);
        let known = self
            .lock()
            .get(&key)
            .filter(|known| known.hash == hash)
            .cloned();
        if let Some(known) = known {
            return known.bytes;
        }
        let bytes = Bytes::from(coding.compress(&file.data));
        let compressed = Compressed {
            hash,
            bytes: bytes.clone(),
        };
        self.lock().insert(key, compressed);
        bytes
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(String, Coding), Compressed>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Coding {
    fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The better one of those that the browser accepts.
    fn accepted(headers: &HeaderMap) -> Option<Self> {
        [Self::Brotli, Self::Gzip]
            .into_iter()
            .find(|coding| accepts(headers, coding.name()))
    }

    /// Compressed well, since it is done once; a file of the client takes some milliseconds.
    fn compress(self, bytes: &[u8]) -> Vec<u8> {
        const BUFFER_BYTES: usize = 4_096;
        const BROTLI_QUALITY: u32 = 9;
        const WINDOW_LOG: u32 = 22;
        match self {
            Self::Brotli => {
                let mut writer = brotli::CompressorWriter::new(
                    Vec::new(),
                    BUFFER_BYTES,
                    BROTLI_QUALITY,
                    WINDOW_LOG,
                );
                writer.write_all(bytes).expect("memory takes all");
                writer.into_inner()
            }
            Self::Gzip => {
                let mut writer =
                    flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
                writer.write_all(bytes).expect("memory takes all");
                writer.finish().expect("memory takes all")
            }
        }
    }
}

/// A file of the client; `None` for a path that leads elsewhere or to a hidden one.
fn file(path: &str) -> Option<EmbeddedFile> {
    let is_plain = path
        .split('/')
        .all(|part| !part.is_empty() && !part.starts_with('.'));
    Client::get(path).filter(|_| is_plain)
}

/// What a file is, by its name; `None` for what is not for browsers.
fn kind(path: &str) -> Option<&'static str> {
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

fn is_text(kind: &str) -> bool {
    !matches!(kind, "image/png" | "image/x-icon" | "font/woff2")
}

fn accepts(headers: &HeaderMap, wanted: &str) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            let is_wanted = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case(wanted));
            let weight = parts.find_map(|part| part.strip_prefix("q="));
            is_wanted
                && weight.is_none_or(|weight| weight.parse().is_ok_and(|weight: f32| weight > 0.0))
        })
}

/// The tag of a file's content in one of its forms.
fn tag(hash: &[u8; 32], coding: Option<Coding>) -> HeaderValue {
    let suffix = coding.map_or_else(String::new, |coding| format!("-{}", coding.name()));
    let tag = format!("\"{}{suffix}\"", hex::encode(&hash[..16]));
    HeaderValue::from_str(&tag).expect("plain ASCII")
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
