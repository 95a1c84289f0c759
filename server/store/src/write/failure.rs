//! Whom it concerns that writes were not committed.

use std::io;

use crate::log::NotStored;

/// Why writes that were to be committed together were not.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// One of its writes can't be; the others may.
    OfOne(NotStored),
    /// The database can't write at all now.
    OfAll(NotStored),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::OfAll(NotStored::Unable(error.to_string()))
    }
}

impl From<NotStored> for Failure {
    fn from(reason: NotStored) -> Self {
        Self::OfOne(reason)
    }
}
