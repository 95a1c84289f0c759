//! The data folder and its files, for one process at a time.

use std::{
    fs::{DirBuilder, File, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags};
use sqlx::{
    ConnectOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use crate::{limits, opening::OpenError};

/// The name of the database in its folder.
const DATABASE: &str = "senda.sqlite";

/// The name of the file that the running server has locked.
pub(super) const LOCK: &str = "senda.lock";

/// Statements that a connection keeps prepared: more than there are.
const STATEMENTS: usize = 64;

/// The database of a folder.
pub(super) fn database(folder: &Path) -> PathBuf {
    folder.join(DATABASE)
}

/// The write-ahead log of a folder's database: commits that are not in the database's own file yet.
pub(super) fn write_ahead_log(folder: &Path) -> PathBuf {
    folder.join("senda.sqlite-wal")
}

/// The index of the write-ahead log, which SQLite makes anew after a crash.
pub(super) fn shared(folder: &Path) -> PathBuf {
    folder.join("senda.sqlite-shm")
}

/// How the database of a folder is opened.
pub(super) fn options(folder: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(database(folder))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .pragma("secure_delete", "on")
        .busy_timeout(limits::BUSY_TIME)
        .disable_statement_logging()
}

/// Opens a database that is there, for its log to be written or read.
pub(super) fn open_log(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags)?;
    connection.busy_timeout(limits::BUSY_TIME)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // What is deleted is overwritten: a name that was forgotten must not stay in free pages of the file.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Locks the folder for this process alone, and makes it if it doesn't exist; the lock ends with the process, however
/// it ends. New files are for the user who runs the server only; existing ones keep their permissions.
///
/// # Errors
/// The folder or one of its files can't be used, or another process has it.
pub(super) async fn lock(folder: &Path) -> Result<File, OpenError> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(|error| OpenError::unusable(folder, error))?;
    let file = open_own(&folder.join(LOCK))?;
    check_access(folder)?;
    let patience = tokio::time::Instant::now() + limits::FOLDER_TIME;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => {
                return Err(OpenError::unusable(&folder.join(LOCK), error));
            }
            Err(TryLockError::WouldBlock) if tokio::time::Instant::now() < patience => {
                tokio::time::sleep(limits::FOLDER_TIME / 20).await;
            }
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::InUse {
                    path: folder.to_owned(),
                });
            }
        }
    }
}

/// Makes an empty file for the database if there is none: SQLite would make one that others may read, and gives the
/// files beside the database the permissions of the database.
pub(super) fn make_database(folder: &Path) -> Result<(), OpenError> {
    open_own(&database(folder)).map(drop)
}

/// Reports a file of the database that this process may not write by its name. SQLite would name none.
fn check_access(folder: &Path) -> Result<(), OpenError> {
    for file in [database(folder), write_ahead_log(folder), shared(folder)] {
        match File::options().read(true).write(true).open(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(OpenError::unusable(&file, error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Opens a file to write, and makes it if there is none. An error that is about the folder names the folder.
fn open_own(file: &Path) -> Result<File, OpenError> {
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .mode(0o600)
        .open(file)
        .map_err(|error| {
            let is_there = file.symlink_metadata().is_ok();
            let folder = file.parent().filter(|_| !is_there);
            OpenError::unusable(folder.unwrap_or(file), error)
        })
}
