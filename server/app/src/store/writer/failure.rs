//! Whom it concerns that a transaction was not committed.

use crate::store::{code, log::NotStored};

/// Why a transaction was not committed.
pub(super) enum Failure {
    /// One of its writes can't be; the others may.
    OfOne(NotStored),
    /// The database can't write at all now.
    OfAll(NotStored),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        match code::of(&error) {
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
