//! Whom it concerns that a transaction was not committed.

use crate::store::{code, log::NotStored};

/// Why a transaction was not committed.
#[derive(Clone)]
pub(super) enum Failure {
    /// One of its writes can't be; the others may.
    OfOne(NotStored),
    /// The database can't write at all now.
    OfAll(NotStored),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        match code::of_log(&error) {
            Some(code::CONSTRAINT | code::CORRUPT) => Self::OfOne(error.into()),
            _ => Self::OfAll(NotStored::Unable(error.to_string())),
        }
    }
}

impl From<NotStored> for Failure {
    fn from(reason: NotStored) -> Self {
        Self::OfOne(reason)
    }
}
