//! The store as an SQLite database in the data folder.
//!
//! The log is written and read by `rusqlite` on threads that may wait; what is small and seldom is asked by `sqlx`,
//! which goes to a thread of its own and back for each statement and for each row.

pub(super) mod code;
mod committer;
mod copy;
mod folder;
mod reader;
mod row;
mod rows;
mod statement;
mod tables;

use std::{fs::File, path::Path, sync::LazyLock};

use sqlx::{
    ConnectOptions, Connection, FromRow, SqlitePool,
    migrate::Migrator,
    sqlite::{SqlitePoolOptions, SqliteRow},
};

pub use self::copy::{NoCopy, backup};
use self::{committer::CommitThread, reader::LogReader};
use super::{
    disk::Disk,
    fold::Fold,
    migrations::{file, migrator},
    opening::OpenError,
    parameter::{Parameter, bound},
    read::ReadError,
};
use crate::limits;

/// The tables of this version.
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
    ])
});

/// The open database, for this process alone.
#[derive(Debug)]
pub(super) struct Database {
    /// By which what is small is read.
    readers: SqlitePool,
    logs: LogReader,
    _lock: File,
}

/// Opens the database in a folder; both are made if they are not there.
pub(super) async fn open<D: Disk>(
    folder: &Path,
    migrations: &Migrator,
    disk: D,
) -> Result<(Database, CommitThread), OpenError> {
    let lock = folder::lock(folder).await?;
    let options = folder::options(folder);
    let mut connection = options.connect().await?;
    tables::bring_up(folder, &mut connection, migrations).await?;
    connection.close().await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(limits::READERS)
        .connect_with(options)
        .await?;
    let file = folder::database(folder);
    let database = Database {
        readers,
        logs: LogReader::new(file.clone()),
        _lock: lock,
    };
    let committing = CommitThread::start(file, disk).map_err(OpenError::Threads)?;
    Ok((database, committing))
}

impl Database {
    /// The first of the rows that a statement selects.
    pub async fn first<R>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<Option<R>, ReadError>
    where
        R: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        let rows = bound(statement, parameters).fetch_optional(&self.readers);
        rows.await.map_err(|error| unread(&error))
    }

    /// All rows that a statement selects; they are few.
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

    /// What becomes of the records that a statement selects.
    pub async fn fold<T: Send + 'static>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
        fold: impl Fold<T>,
    ) -> Result<T, ReadError> {
        self.logs.fold(statement, parameters, fold).await
    }

    /// Lets go of what is open.
    pub async fn close(&self) {
        self.logs.close();
        self.readers.close().await;
    }
}

fn unread(error: &sqlx::Error) -> ReadError {
    match code::of(error) {
        Some(code::CORRUPT) => ReadError::Damaged(error.to_string()),
        _ => ReadError::Database(error.to_string()),
    }
}
