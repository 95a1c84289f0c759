//! Compresses files for the browsers that accept it.

use std::io::Write;

use axum::http::{HeaderMap, header};

/// A content encoding. Browsers offer Brotli, which is smaller, only over TLS or on the same
/// machine.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Coding {
    Brotli,
    Gzip,
}

/// The compression effort.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Effort {
    /// Up to a second for the largest file, for content that is compressed once.
    Most,
    /// A few milliseconds, for content that is compressed for one request.
    Little,
}

impl Coding {
    /// Returns the name of the encoding in headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// Returns the better one of the encodings that the browser accepts.
    pub fn accepted(headers: &HeaderMap) -> Option<Self> {
        [Self::Brotli, Self::Gzip]
            .into_iter()
            .find(|coding| accepts(headers, coding.name()))
    }

    /// Returns the bytes in compressed form.
    pub fn compress(self, bytes: &[u8], effort: Effort) -> Vec<u8> {
        let (brotli_quality, gzip_level) = match effort {
            // The highest quality takes three times as long, which a debug build has not.
            Effort::Most if cfg!(debug_assertions) => (10, flate2::Compression::best()),
            Effort::Most => (senda_brotli::HIGHEST, flate2::Compression::best()),
            Effort::Little => (2, flate2::Compression::fast()),
        };
        match self {
            Self::Brotli => senda_brotli::compress(bytes, brotli_quality),
            Self::Gzip => {
                let mut writer = flate2::write::GzEncoder::new(Vec::new(), gzip_level);
                writer.write_all(bytes).expect("memory takes all");
                writer.finish().expect("memory takes all")
            }
        }
    }
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
