//! The error codes of PostgreSQL (SQLSTATE), and their conversion to the errors of the store.

use sqlx::postgres::PgDatabaseError;

use crate::{
    log::{NotStored, ReadError},
    write::Failure,
};

/// The code for a unique key that exists already.
const UNIQUE: &str = "23505";
/// The classes of codes for values and constraints, which are about one write and not about the
/// database.
const OF_ONE: [&str; 2] = ["22", "23"];
/// The codes for a damaged page of a table or of an index.
const DAMAGED: [&str; 2] = ["XX001", "XX002"];

fn of(error: &sqlx::Error) -> Option<&str> {
    let error = error.as_database_error()?;
    Some(error.try_downcast_ref::<PgDatabaseError>()?.code())
}

/// If the answer was lost, the write may have been committed. A process that restores the room
/// reads the record then, or its next append is rejected once.
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

/// Converts an error of a query.
pub(super) fn unread(error: &sqlx::Error) -> ReadError {
    match of(error) {
        Some(code) if DAMAGED.contains(&code) => ReadError::Damaged(error.to_string()),
        _ => ReadError::Database(error.to_string()),
    }
}
