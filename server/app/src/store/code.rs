//! What SQLite's codes say is wrong; their low bytes.

pub(super) const BUSY: i32 = 5;
pub(super) const LOCKED: i32 = 6;
pub(super) const IO: i32 = 10;
pub(super) const CORRUPT: i32 = 11;
pub(super) const FULL: i32 = 13;
pub(super) const CONSTRAINT: i32 = 19;
pub(super) const NOT_A_DATABASE: i32 = 26;

/// The code of an error; `None` if it is none of SQLite's.
pub(super) fn of(error: &sqlx::Error) -> Option<i32> {
    let code: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(code & 0xff)
}

/// The same of an error on the connections of the log.
pub(super) fn of_log(error: &rusqlite::Error) -> Option<i32> {
    Some(error.sqlite_error()?.extended_code & 0xff)
}
