//! What PostgreSQL's codes (SQLSTATE) say is wrong, and whom it concerns.

use sqlx::postgres::PgDatabaseError;

use crate::{
    log::{NotStored, ReadError},
    write::Failure,
};

/// Something is there already that may be there once.
const UNIQUE: &str = "23505";
/// The classes of codes that are about what was to be written, not about the database: values, constraints.
const OF_ONE: [&str; 2] = ["22", "23"];
/// A page of a table or of an index is damaged.
const DAMAGED: [&str; 2] = ["XX001", "XX002"];

fn of(error: &sqlx::Error) -> Option<&str> {
    let error = error.as_database_error()?;
    Some(error.try_downcast_ref::<PgDatabaseError>()?.code())
}

/// An answer that was lost says nothing of what was to be written: it may be there, and whoever brings the room back
/// reads it, or is refused once for its sake.
impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        let words = error.to_string();
        match of(&error) {
            Some(UNIQUE) => Self::OfOne(NotStored::Taken),
            Some(code) if DAMAGED.contains(&code) => Self::OfOne(NotStored::Damaged(words)),
            Some(code) if OF_ONE.iter().any(|class| code.starts_with(class)) => {
                Self::OfOne(NotStored::Refused(words))
            }
            _ => Self::OfAll(NotStored::Unable(words)),
        }
    }
}

/// Why something can't be read.
pub(super) fn unread(error: &sqlx::Error) -> ReadError {
    match of(error) {
        Some(code) if DAMAGED.contains(&code) => ReadError::Damaged(error.to_string()),
        _ => ReadError::Database(error.to_string()),
    }
}
