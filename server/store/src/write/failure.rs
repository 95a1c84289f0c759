//! The extent of a failed commit: one write or all of them.

use std::io;

use crate::log::NotStored;

/// The reason why writes were not committed together.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// One of the writes can't be stored. The others may succeed.
    OfOne(NotStored),
    /// The database can store nothing now.
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
