//! The data folder and its files, which one process at a time uses.

use std::{
    fs::{self, DirBuilder, File, TryLockError},
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

/// The number of prepared statements that a connection keeps: more than there are.
const STATEMENTS: usize = 64;

/// Returns the path of a folder's database.
pub(crate) fn database(folder: &Path) -> PathBuf {
    folder.join(DATABASE)
}

/// Returns the path of the write-ahead log of a folder's database, which has the commits that are
/// not in the database's own file yet.
pub(super) fn write_ahead_log(folder: &Path) -> PathBuf {
    folder.join("senda.sqlite-wal")
}

/// Returns the path of the index of the write-ahead log, which SQLite creates again after a crash.
pub(super) fn shared(folder: &Path) -> PathBuf {
    folder.join("senda.sqlite-shm")
}

/// Returns the options of connections to a folder's database.
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

/// Opens an existing database with the settings that SQLite begins with.
pub(super) fn open(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(file, flags)
}

/// Opens an existing database to write or read its log.
pub(super) fn open_log(file: &Path) -> rusqlite::Result<Connection> {
    let connection = open(file)?;
    connection.busy_timeout(limits::BUSY_TIME)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Deleted bytes are overwritten: a forgotten name must not stay in free pages of the file.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Locks the folder for this process alone, and creates it if it does not exist. The lock ends with
/// the process, however it ends. New files are only accessible for the user who runs the server;
/// existing ones keep their permissions.
///
/// # Errors
/// Returns [`OpenError`] if the folder or one of its files can't be used, or if another process has
/// the lock.
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

/// Creates an empty file for the database if there is none. SQLite would create one that other
/// users may read. It gives the files beside the database the permissions of the database.
///
/// # Errors
/// Returns [`OpenError`] if the file can't be created.
pub(super) fn make_database(folder: &Path) -> Result<(), OpenError> {
    open_own(&database(folder)).map(drop)
}

/// Returns an error that names the file of the database that this process may not write. SQLite's
/// own error names no file.
fn check_access(folder: &Path) -> Result<(), OpenError> {
    for file in [database(folder), write_ahead_log(folder), shared(folder)] {
        let opened = File::options().read(true).write(true).open(&file);
        unless_missing(opened.map(drop)).map_err(|error| OpenError::unusable(&file, error))?;
    }
    Ok(())
}

/// Returns success for an operation that failed because its file does not exist.
pub(super) fn unless_missing(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// Creates a file that only its owner can read. A file that an earlier attempt has left there is
/// removed first.
pub(crate) fn create_anew(file: &Path) -> io::Result<File> {
    unless_missing(fs::remove_file(file))?;
    let mut options = File::options();
    options.create_new(true).write(true).mode(0o600).open(file)
}

/// Opens a file for writing, and creates it if there is none. An error of the folder names the
/// folder.
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
