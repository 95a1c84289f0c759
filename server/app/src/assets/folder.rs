//! The folders whose files the server serves.
//!
//! A debug build reads them from the source tree, so that a change shows at once. Other builds
//! embed a compressed archive of each, which takes a third of the space.

use super::module::Files;

/// A folder of the source tree.
pub struct Folder {
    #[cfg(embedded)]
    archive: &'static [u8],
    #[cfg(not(embedded))]
    path: &'static str,
}

/// The client.
pub const CLIENT: Folder = Folder {
    #[cfg(embedded)]
    archive: include_bytes!(concat!(env!("OUT_DIR"), "/client.tar.gz")),
    #[cfg(not(embedded))]
    path: concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/client"),
};

/// The documentation and the descriptions of the API.
pub const DOCS: Folder = Folder {
    #[cfg(embedded)]
    archive: include_bytes!(concat!(env!("OUT_DIR"), "/docs.tar.gz")),
    #[cfg(not(embedded))]
    path: concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"),
};

impl Folder {
    /// Unpacks the files.
    #[cfg(embedded)]
    pub fn files(&self) -> Files {
        use std::io::Read;

        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(self.archive));
        let entries = archive.entries().expect("an archive of the build");
        entries
            .map(|entry| {
                let mut entry = entry.expect("an entry of the archive");
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).expect("a packed file");
                let path = entry.path().expect("a path in UTF-8");
                (path.to_string_lossy().into_owned(), bytes.into())
            })
            .collect()
    }

    /// Reads the files. Those that are being written or renamed may be missing.
    #[cfg(not(embedded))]
    pub fn files(&self) -> Files {
        let entries = walkdir::WalkDir::new(self.path).into_iter();
        entries
            .filter_map(|entry| {
                let entry = entry.ok().filter(|entry| entry.file_type().is_file())?;
                let path = entry.path().strip_prefix(self.path).ok()?.to_str()?;
                Some((path.to_owned(), std::fs::read(entry.path()).ok()?.into()))
            })
            .collect()
    }
}
