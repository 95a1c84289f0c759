//! Why a server can't begin, each in a sentence that says what to do.

use std::{fmt, io, path::PathBuf};

use sqlx::migrate::MigrateError;

use super::{postgres::NotUsable, sqlite::code};

/// Why the database can't be opened. Nothing that was stored has changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The folder can't be used.
    #[error(
        "the data folder {path} can't be used ({error}): {advice}",
        path = .path.display(), advice = for_folder(.error.kind())
    )]
    Folder {
        /// As the settings name it.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process has it.
    #[error(
        "another Senda already uses the data folder {path}: stop that one, or choose another folder \
         with --data",
        path = .path.display()
    )]
    InUse {
        /// As the settings name it.
        path: PathBuf,
    },
    /// The PostgreSQL database can't be used.
    #[error(transparent)]
    Postgres(#[from] NotUsable),
    /// The system allows no thread that commits.
    #[error(
        "the system lets this process start no more threads ({0}): allow more with ulimit -u, TasksMax (systemd) or \
         pids_limit (Docker)"
    )]
    Threads(io::Error),
    /// Other servers can't be let in.
    #[error("{0}")]
    Links(String),
    /// The database refuses.
    #[error("the database can't be opened ({words}): {advice}", words = Words(.0), advice = for_database(.0))]
    Database(#[from] sqlx::Error),
    /// A later version of this program has written it.
    #[error(
        "the database was written by a newer Senda (its tables are of version {at}, this one knows \
         them up to {known}): start that one, or put a copy from before the update in its place"
    )]
    Newer {
        /// The version of its tables.
        at: i64,
        /// The last that is known here.
        known: i64,
    },
    /// No copy can be made before the tables are changed.
    #[error(
        "the database must be brought to this version and can't be copied before ({0}): make the data \
         folder one that can be written to and has space for a second database, and start again; \
         nothing has changed"
    )]
    Copy(String),
    /// The tables can't be brought to this version.
    #[error(
        "the database can't be brought to this version, and is as it was ({0}): start the Senda that \
         wrote it, and report this"
    )]
    Migration(MigrateError),
}

/// What SQLite says, once.
pub(super) struct Words<'a>(pub &'a sqlx::Error);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_database_error() {
            Some(refusal) => f.write_str(refusal.message()),
            None => self.0.fmt(f),
        }
    }
}

/// What someone can do about a folder.
fn for_folder(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some space on its disk and start again, or choose another folder with --data"
        }
        _ => "choose with --data a folder that can be made and that this user may write to",
    }
}

/// What someone can do about a database.
fn for_database(error: &sqlx::Error) -> &'static str {
    match code::of(error) {
        Some(code::FULL) => "free some space on the disk of the data folder and start again",
        Some(code::IO) => {
            "see whether the disk of the data folder has space and is sound, and start again"
        }
        Some(code::CORRUPT | code::NOT_A_DATABASE) => {
            "it is damaged; put a copy of it in its place and start again"
        }
        Some(code::BUSY | code::LOCKED) => "another program holds it; end that one and start again",
        _ => "see that this user may read and write every file in the data folder, and start again",
    }
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        let of_disk = |error: &sqlx::Error| {
            matches!(code::of(error), Some(code::FULL | code::IO | code::CORRUPT))
        };
        match error {
            MigrateError::Execute(error) => Self::Database(error),
            MigrateError::ExecuteMigration(error, _) if of_disk(&error) => Self::Database(error),
            other => Self::Migration(other),
        }
    }
}
