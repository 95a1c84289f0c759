//! Brotli, for what is compressed once and then sent or read often: the client's files and the
//! books of puzzles.
//!
//! The library is generic, so it is compiled with the crate that calls it. The server is not
//! optimised in a debug build, where the client's files then take three times as long. This crate
//! is.

use std::io::{Error, Read, Write};

/// The highest quality, which takes longest.
pub const HIGHEST: u32 = 11;

/// The size of the buffers in bytes.
const BUFFER_BYTES: usize = 4_096;
/// The logarithm of the window in bytes.
const WINDOW_LOG: u32 = 22;

/// Returns the bytes in compressed form, with a quality from 0 to [`HIGHEST`].
///
/// # Panics
/// Panics only if memory could not be written to, which does not happen.
pub fn compress(bytes: &[u8], quality: u32) -> Vec<u8> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), BUFFER_BYTES, quality, WINDOW_LOG);
    writer.write_all(bytes).expect("memory takes all");
    writer.into_inner()
}

/// Returns the content of compressed bytes, or its first `most` bytes.
///
/// # Errors
/// Returns an error if they are not the result of such a compression.
pub fn decompress(bytes: &[u8], most: u64) -> Result<Vec<u8>, Error> {
    let mut content = Vec::new();
    let reader = brotli::Decompressor::new(bytes, BUFFER_BYTES);
    reader.take(most).read_to_end(&mut content)?;
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_survives_a_compression() {
        let content = b"one tile and another tile and another tile";
        for quality in [0, 2, HIGHEST] {
            let bytes = compress(content, quality);
            assert_eq!(decompress(&bytes, u64::MAX).expect("content"), content);
            assert_eq!(decompress(&bytes, 8).expect("content"), &content[..8]);
        }
    }

    #[test]
    fn other_bytes_are_an_error() {
        for bytes in [&b""[..], b"one tile", &compress(b"one tile", HIGHEST)[..4]] {
            assert!(decompress(bytes, u64::MAX).is_err());
        }
    }
}
