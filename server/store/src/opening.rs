//! The reasons why the store can't be opened, each in a sentence that tells the operator what to
//! do.

mod database_url;
mod network_folder;
mod unfinished_import;
mod unusable;

use std::{
    fmt, fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use rustix::process::{getegid, geteuid};
use sqlx::migrate::MigrateError;

pub(crate) use self::unfinished_import::{UNFINISHED, refuse_unfinished_import};
pub use self::{
    database_url::{BadDatabaseUrl, DatabaseUrl},
    network_folder::refuse_network_folder,
    unusable::{NotDurable, NotUsable},
};
use crate::sqlite_codes;

/// The reason why the database can't be opened. The stored data has not changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data folder, or a file in it, can't be used.
    #[error(
        "the {what} {path} can't be used ({error}): {advice}",
        what = if .is_folder == &true { "data folder" } else { "file" }, path = .path.display()
    )]
    Unusable {
        /// The path of the folder or the file.
        path: PathBuf,
        /// Whether the path is a folder.
        is_folder: bool,
        /// The error of the system.
        error: io::Error,
        /// A sentence that says what the operator can do.
        advice: String,
    },
    /// The data folder is on a network drive.
    #[error(
        "the data folder {path} is on a network drive ({protocol}), where SQLite can lose games: use a folder on a disk \
         of this machine, or PostgreSQL; to use it all the same, start with --allow-network-folder",
        path = .path.display()
    )]
    NetworkFolder {
        /// The data folder as the settings name it.
        path: PathBuf,
        /// The protocol of the drive.
        protocol: &'static str,
    },
    /// The folder had a database, and the database's file is missing or empty.
    #[error(
        "the database {path} is missing or empty, and this folder had one (last started {started}): put it back, or \
         restore a backup with `senda restore FILE`; to begin anew, remove {marker}",
        path = .path.display(), marker = .marker.display()
    )]
    Missing {
        /// The file that is missing or empty.
        path: PathBuf,
        /// The time of the last start, as in 2026-11-21 13:05:09 UTC.
        started: String,
        /// The marker file that proves that there was a database.
        marker: PathBuf,
    },
    /// The write-ahead log belongs to another database file.
    #[error(
        "the database {path} was replaced, and the write-ahead log beside it ({log}) belongs to the file that was there before: \
         together they are damaged. To go on with the file that is there now, move {log} and {shared} away; to go on \
         with the one before, put it back. `senda restore FILE --replace` takes care of all three",
        path = .path.display(), log = FileName(.log), shared = FileName(.shared)
    )]
    ForeignLog {
        /// The file of the database.
        path: PathBuf,
        /// The write-ahead log of the other file.
        log: PathBuf,
        /// The index of the log.
        shared: PathBuf,
    },
    /// Another process uses the data folder.
    #[error(
        "another Senda already uses the data folder {path}: stop that one, or choose another folder \
         with --data",
        path = .path.display()
    )]
    InUse {
        /// The data folder as the settings name it.
        path: PathBuf,
    },
    /// The database holds only the beginning of an export.
    #[error(
        "an import into this database was not completed: run `senda import` again with the same export, and it continues"
    )]
    Importing,
    /// The PostgreSQL database can't be used.
    #[error(transparent)]
    Postgres(#[from] NotUsable),
    /// The system does not allow the thread that commits.
    #[error(
        "the system lets this process start no more threads ({0}): allow more with ulimit -u, TasksMax (systemd) or \
         pids_limit (Docker)"
    )]
    Threads(io::Error),
    /// The database rejects a statement or a connection.
    #[error("the database can't be opened ({words}): {advice}", words = DatabaseMessage(.0), advice = for_database(.0))]
    Database(#[from] sqlx::Error),
    /// A later version of this program has changed the tables.
    #[error(
        "the database was written by a newer Senda (its tables are of version {at}, this one knows \
         them up to {known}): start that one, or go back to a copy from before the update with \
         `senda restore FILE --replace`"
    )]
    Newer {
        /// The version of the database's tables.
        at: i64,
        /// The last version that this program knows.
        known: i64,
    },
    /// The database can't be copied before its tables are changed.
    #[error(
        "the database must be brought to this version and can't be copied before ({0}): make the data \
         folder one that can be written to and has space for a second database, and start again; \
         nothing has changed"
    )]
    Copy(String),
    /// A migration of the tables failed.
    #[error(
        "the database can't be brought to this version, and is as it was ({0}): start the Senda that \
         wrote it, and report this"
    )]
    Migration(MigrateError),
}

/// The message of a database error, without the prefixes that the driver adds.
pub(crate) struct DatabaseMessage<'a>(pub &'a sqlx::Error);

impl fmt::Display for DatabaseMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_database_error() {
            Some(refusal) => f.write_str(refusal.message()),
            None => self.0.fmt(f),
        }
    }
}

/// The name of a file without its folder.
struct FileName<'a>(&'a Path);

impl fmt::Display for FileName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.file_name().unwrap_or(self.0.as_os_str());
        name.display().fmt(f)
    }
}

impl OpenError {
    /// Returns the error of a folder or file that can't be opened or created.
    pub(crate) fn unusable(path: &Path, error: io::Error) -> Self {
        let metadata = path.metadata().ok();
        // A folder that can't be created does not exist.
        let is_folder = metadata.as_ref().is_none_or(fs::Metadata::is_dir);
        let advice = match error.kind() {
            io::ErrorKind::PermissionDenied => for_owner(path, metadata.as_ref()),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "free some space on its disk and start again, or choose another folder with --data"
                    .to_owned()
            }
            _ => "choose with --data a folder that can be made and that this user may write to"
                .to_owned(),
        };
        Self::Unusable {
            path: path.to_owned(),
            is_folder,
            error,
            advice,
        }
    }
}

/// Returns the advice for a path that this user may not use: the user and group of the process, and
/// the command that grants them access.
fn for_owner(path: &Path, metadata: Option<&fs::Metadata>) -> String {
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    let is_folder = metadata.is_none_or(fs::Metadata::is_dir);
    let everything = if is_folder { "-R " } else { "" };
    let command = if metadata.is_some_and(|metadata| metadata.uid() == user) {
        let mode = if is_folder { "u+rwX" } else { "u+rw" };
        format!("chmod {everything}{mode} {}", path.display())
    } else {
        format!("chown {everything}{user}:{group} {}", path.display())
    };
    format!(
        "Senda runs as {user}:{group}. Run `{command}` as root, where it is in a container for the folder of the host \
         that is mounted there, and start again"
    )
}

/// Returns the operator's advice for an error of SQLite.
fn for_database(error: &sqlx::Error) -> &'static str {
    match sqlite_codes::of(error) {
        Some(sqlite_codes::FULL) => {
            "free some space on the disk of the data folder and start again"
        }
        Some(sqlite_codes::IO) => {
            "see whether the disk of the data folder has space and is sound, and start again"
        }
        Some(sqlite_codes::CORRUPT | sqlite_codes::NOT_A_DATABASE) => {
            "it is damaged; restore a backup with `senda restore FILE --replace`, which also puts \
             senda.sqlite-wal and senda.sqlite-shm away, and start again"
        }
        Some(sqlite_codes::BUSY | sqlite_codes::LOCKED) => {
            "another program holds it; end that one and start again"
        }
        _ => "see that this user may read and write every file in the data folder, and start again",
    }
}

impl From<MigrateError> for OpenError {
    fn from(error: MigrateError) -> Self {
        let of_disk = |error: &sqlx::Error| {
            matches!(
                sqlite_codes::of(error),
                Some(sqlite_codes::FULL | sqlite_codes::IO | sqlite_codes::CORRUPT)
            )
        };
        match error {
            MigrateError::Execute(error) => Self::Database(error),
            MigrateError::ExecuteMigration(error, _) if of_disk(&error) => Self::Database(error),
            other => Self::Migration(other),
        }
    }
}
