//! The store in an SQLite database in the data folder.
//!
//! `rusqlite` writes and reads the log on threads that may block. `sqlx`, which switches to a
//! thread of its own for each statement and each row, executes the small and rare queries.

mod committer;
mod copy;
mod execute;
pub(crate) mod folder;
mod log_reader;
mod marker;
mod record_row;
mod restore;
mod schema;
mod stamp;
mod statement;

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use senda_room::Time;

use sqlx::{
    ConnectOptions, Connection, FromRow, SqliteConnection, SqlitePool,
    migrate::Migrator,
    sqlite::{SqlitePoolOptions, SqliteRow},
};

use self::{committer::CommitThread, log_reader::LogReader};
pub use self::{
    copy::{NoCopy, backup},
    restore::{NotRestored, Restored, restore},
};
use crate::{
    limits,
    log::{ReadError, RecordReader},
    migrations::{file, migrator},
    opening::{OpenError, refuse_unfinished_import},
    sqlite_codes,
    statement::{Parameter, Parameters as _, bound},
    write::Disk,
};

/// The migrations of this version.
pub static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    migrator(&[
        file!(1, "log", "0001_log.sql"),
        file!(2, "player seen", "0002_player_seen.sql"),
        file!(3, "retention", "0003_retention.sql"),
        file!(4, "swept", "0004_swept.sql"),
        file!(5, "banned", "0005_banned.sql"),
        file!(6, "summary", "0006_summary.sql"),
        file!(7, "device", "0007_device.sql"),
        file!(8, "alarm", "0008_alarm.sql"),
        file!(9, "push", "0009_push.sql"),
        file!(10, "webhook", "0010_webhook.sql"),
        file!(11, "passkey", "0011_passkey.sql"),
        file!(14, "person", "0014_person.sql"),
        file!(15, "language", "0015_language.sql"),
        file!(16, "creator", "0016_creator.sql"),
        file!(17, "import", "0017_import.sql"),
        file!(18, "operator", "0018_operator.sql"),
        file!(19, "report", "0019_report.sql"),
        file!(20, "replay", "0020_replay.sql"),
        file!(21, "history", "0021_history.sql"),
        file!(22, "ratings", "0022_ratings.sql"),
        file!(23, "day_game", "0023_day_game.sql"),
        file!(24, "guest", "0024_guest.sql"),
        file!(25, "puzzle", "0025_puzzle.sql"),
        file!(26, "start", "0026_start.sql"),
    ])
});

/// The open database, for this process alone.
#[derive(Debug)]
pub(crate) struct Database {
    /// The connections for small queries.
    readers: SqlitePool,
    logs: LogReader,
    folder: PathBuf,
    _lock: File,
}

/// Opens the database in a folder, and creates both if they do not exist.
pub(crate) async fn open<D: Disk>(
    folder: &Path,
    migrations: &Migrator,
    disk: D,
) -> Result<(Database, CommitThread), OpenError> {
    let lock = prepare(folder, migrations).await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(limits::READERS)
        .connect_with(folder::options(folder))
        .await?;
    refuse_unfinished_import(&readers).await?;
    let file = folder::database(folder);
    let database = Database {
        readers,
        logs: LogReader::new(file.clone()),
        folder: folder.to_owned(),
        _lock: lock,
    };
    let committing = CommitThread::start(file, disk).map_err(OpenError::Threads)?;
    Ok((database, committing))
}

/// Creates the folder and the database in it if they do not exist, and migrates the tables. Returns
/// the lock of the folder.
pub(crate) async fn prepare(folder: &Path, migrations: &Migrator) -> Result<File, OpenError> {
    let lock = folder::lock(folder).await?;
    let found = marker::check(folder)?;
    folder::make_database(folder)?;
    let mut connection = connect(folder).await?;
    schema::bring_up(folder, &mut connection, migrations).await?;
    marker::renew(folder, found, &mut connection).await;
    connection.close().await?;
    Ok(lock)
}

/// Opens a connection to the database of a folder.
pub(crate) async fn connect(folder: &Path) -> sqlx::Result<SqliteConnection> {
    folder::options(folder).connect().await
}

impl Database {
    /// Returns all rows of a query with few rows.
    pub async fn all<R>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<Vec<R>, ReadError>
    where
        R: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        let rows = bound(statement, parameters).fetch_all(&self.readers);
        rows.await.map_err(|error| unread(&error))
    }

    /// Passes the records of a query to a reader.
    pub async fn stream<T: Send + 'static>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
        reader: impl RecordReader<T>,
    ) -> Result<T, ReadError> {
        self.logs.stream(statement, parameters, reader).await
    }

    /// Empties the write-ahead log, which contains pages as they were before the last changes. That
    /// waits for no reader or writer: it is tried a few times, and otherwise left to the next time.
    pub async fn empty_wal(&self) {
        let file = folder::database(&self.folder);
        #[expect(clippy::disallowed_methods, reason = "one task at a time does this")]
        let emptied = tokio::task::spawn_blocking(move || {
            let connection = folder::open_log(&file)?;
            connection.busy_timeout(limits::SCRUB_TIME)?;
            for _ in 0..limits::SCRUB_ATTEMPTS {
                let busy: i64 =
                    connection
                        .query_row("pragma wal_checkpoint(truncate)", [], |row| row.get(0))?;
                if busy == 0 {
                    return Ok(true);
                }
                std::thread::sleep(limits::SCRUB_TIME);
            }
            Ok::<_, rusqlite::Error>(false)
        });
        match emptied.await {
            Ok(Ok(false)) => tracing::debug!("the log of changes is emptied later"),
            Ok(Err(error)) => tracing::debug!(%error, "the log of changes was not emptied"),
            // A panic of the thread has been logged.
            Ok(Ok(true)) | Err(_) => {}
        }
    }

    /// Removes the copies from before updates that are older than that time. Returns their number.
    pub async fn remove_copies(&self, older_than: Time) -> io::Result<usize> {
        let named = self.all(schema::NAME_OF_TIME, older_than.list()).await;
        let named: Vec<(String,)> = named.map_err(io::Error::other)?;
        let folder = self.folder.clone();
        #[expect(
            clippy::disallowed_methods,
            reason = "the search for old rooms does this once an hour"
        )]
        let removed = tokio::task::spawn_blocking(move || {
            let time = named.first();
            time.map_or(Ok(0), |(time,)| schema::remove_older(&folder, time))
        });
        removed.await.map_err(io::Error::other)?
    }

    /// Returns the size in bytes of the database's file and of the write-ahead log beside it.
    pub fn size(&self) -> Result<u64, ReadError> {
        let size = |path: PathBuf| path.metadata().map(|file| file.len());
        let database = size(folder::database(&self.folder));
        let database = database.map_err(|error| ReadError::Database(error.to_string()))?;
        // There is no such log before the first write.
        let log = size(folder::write_ahead_log(&self.folder)).unwrap_or(0);
        Ok(database + log)
    }

    /// Closes all connections to the database.
    pub async fn close(&self) {
        self.logs.close();
        self.readers.close().await;
    }
}

fn unread(error: &sqlx::Error) -> ReadError {
    match sqlite_codes::of(error) {
        Some(sqlite_codes::CORRUPT) => ReadError::Damaged(error.to_string()),
        _ => ReadError::Database(error.to_string()),
    }
}
