//! The data folder and its files, for one process at a time.

use std::{
    fs::{DirBuilder, File, TryLockError},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags};
use sqlx::{
    ConnectOptions,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};

use crate::{limits, store::opening::OpenError};

/// The name of the database in its folder.
const DATABASE: &str = "senda.sqlite";

/// Statements that a connection keeps prepared: more than there are.
const STATEMENTS: usize = 64;

/// The database of a folder.
pub(super) fn database(folder: &Path) -> PathBuf {
    folder.join(DATABASE)
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

/// Takes the folder for this process alone; the lock ends with the process, however it ends. What is
/// made here is for the one who runs the server only; what is there already keeps its permissions.
pub(super) async fn lock(folder: &Path) -> Result<File, OpenError> {
    let refused = |error| OpenError::Folder {
        path: folder.to_owned(),
        error,
    };
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
        .map_err(refused)?;
    let own = |name| {
        File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(folder.join(name))
    };
    let file = own("senda.lock").map_err(refused)?;
    // SQLite gives the files beside the database the permissions of the database.
    own(DATABASE).map_err(refused)?;
    let patience = tokio::time::Instant::now() + limits::FOLDER_TIME;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::Error(error)) => return Err(refused(error)),
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
