//! The error codes of SQLite (their low bytes), and their conversion to the errors of the store.

use rusqlite::ffi::{SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
use sqlx::sqlite::SqliteError;

use crate::{
    log::{NotStored, ReadError},
    write::Failure,
};

pub(crate) const BUSY: i32 = 5;
pub(crate) const LOCKED: i32 = 6;
pub(crate) const IO: i32 = 10;
pub(crate) const CORRUPT: i32 = 11;
pub(crate) const FULL: i32 = 13;
pub(crate) const CONSTRAINT: i32 = 19;
pub(crate) const NOT_A_DATABASE: i32 = 26;

/// Returns the code of an error; `None` if it is not an error of SQLite.
pub(crate) fn of(error: &sqlx::Error) -> Option<i32> {
    let error = error.as_database_error()?;
    // Other engines have other codes.
    error.try_downcast_ref::<SqliteError>()?;
    let code: i32 = error.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// Returns the code of an error on a connection for the log.
pub(crate) fn of_log(error: &rusqlite::Error) -> Option<i32> {
    Some(error.sqlite_error()?.extended_code & 0xff)
}

impl From<rusqlite::Error> for NotStored {
    fn from(error: rusqlite::Error) -> Self {
        let is_taken = error.sqlite_error().is_some_and(|error| {
            matches!(
                error.extended_code,
                SQLITE_CONSTRAINT_PRIMARYKEY | SQLITE_CONSTRAINT_UNIQUE
            )
        });
        match of_log(&error) {
            _ if is_taken => Self::Taken,
            Some(CORRUPT) => Self::Damaged(error.to_string()),
            _ => Self::Refused(error.to_string()),
        }
    }
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        match of_log(&error) {
            Some(CORRUPT) => Self::Damaged(error.to_string()),
            _ => Self::Database(error.to_string()),
        }
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        match of_log(&error) {
            Some(CONSTRAINT | CORRUPT) => Self::OfOne(error.into()),
            _ => Self::OfAll(NotStored::Unable(error.to_string())),
        }
    }
}
