//! What outlives the process: an SQLite database in the data folder.
//!
//! All writes go through one [`Writer`]; reads have connections of their own. The log is written and read by
//! `rusqlite` on threads that may wait; what is small and seldom is asked by `sqlx`, which goes to a thread of its own
//! and back for each statement and for each row.

mod code;
mod copy;
mod folder;
mod games;
mod log;
mod number;
mod old;
mod opening;
mod read;
mod reader;
mod storage_health;
mod tables;
mod writer;

use std::{fs::File, path::Path};

use senda_room::{Person, Record};
use sqlx::{ConnectOptions, Connection, SqlitePool, migrate::Migrator, sqlite::SqlitePoolOptions};
use tokio::{sync::Mutex, task::JoinHandle};

pub use self::{
    copy::{NoCopy, backup},
    folder::options,
    log::{Log, NotStored},
    opening::OpenError,
    read::{ReadError, Visitor},
    writer::{CommitFigures, Disk, SqliteDisk, Sweep, Writer},
};
use self::{
    read::{PlayerRow, RECORD},
    reader::LogReader,
};
use crate::{identity::TokenHash, limits, room_id::RoomId};

/// The tables of this version.
pub static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// The open database. Only one process at a time has it.
#[derive(Debug)]
pub struct Store {
    readers: SqlitePool,
    logs: LogReader,
    writer: Writer,
    writing: Mutex<Option<JoinHandle<()>>>,
    _lock: File,
}

impl Store {
    /// Opens the database in a folder; both are made if they are not there.
    ///
    /// # Errors
    /// The folder or the database can't be used, or another process uses it.
    pub async fn open(folder: &Path) -> Result<Self, OpenError> {
        Self::open_with(folder, &MIGRATIONS).await
    }

    /// Opens the database with tables of the caller's own, for tests of how they are brought up.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_with(folder: &Path, migrations: &Migrator) -> Result<Self, OpenError> {
        Self::open_on(folder, migrations, SqliteDisk).await
    }

    /// Opens the database, and commits to a disk of the caller's own.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_on(
        folder: &Path,
        migrations: &Migrator,
        disk: impl Disk,
    ) -> Result<Self, OpenError> {
        let lock = folder::lock(folder).await?;
        let options = options(folder);
        let mut connection = options.connect().await?;
        tables::bring_up(folder, &mut connection, migrations).await?;
        connection.close().await?;
        let (writer, task) = writer::channel(folder::database(folder), disk);
        let readers = SqlitePoolOptions::new()
            .max_connections(limits::READERS)
            .connect_with(options)
            .await?;
        Ok(Self {
            readers,
            logs: LogReader::new(folder::database(folder)),
            writer,
            writing: Mutex::new(Some(tokio::spawn(task.run()))),
            _lock: lock,
        })
    }

    /// Where everything is written.
    pub fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Whether the disk took what was to be written last. If not, it is tried again each
    /// [`limits::TRY_AGAIN`].
    pub fn is_able(&self) -> bool {
        self.writer.is_able()
    }

    /// Whether it can be read and written: both are tried.
    pub async fn is_ready(&self) -> bool {
        !self.writer.is_closed()
            && self.writer.is_proven().await
            && sqlx::query("select 1").execute(&self.readers).await.is_ok()
    }

    /// Whoever has the cookie with that hash.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn person(&self, token: &TokenHash) -> Result<Option<Person>, ReadError> {
        let visitor = self.visitor(token).await?;
        Ok(visitor.map(|visitor| visitor.person))
    }

    /// Whoever has the cookie with that hash, and when they were here.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn visitor(&self, token: &TokenHash) -> Result<Option<Visitor>, ReadError> {
        let row: Option<PlayerRow> =
            sqlx::query_as("select id, name, seen_at from player where token_hash = $1")
                .bind(token.as_str())
                .fetch_optional(&self.readers)
                .await?;
        row.map(Visitor::try_from).transpose()
    }

    /// The game that a room plays, in the words of the protocol; `None` if there is no such room.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn game(&self, room: RoomId) -> Result<Option<String>, ReadError> {
        let game = sqlx::query_scalar("select game from room where id = $1 and removing = 0")
            .bind(room.as_str())
            .fetch_optional(&self.readers)
            .await?;
        Ok(game)
    }

    /// The game that a room plays, in the words of the protocol, and whether it runs now; `None` if there is no such
    /// room.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn game_shown(&self, room: RoomId) -> Result<Option<(String, bool)>, ReadError> {
        let game =
            sqlx::query_as("select game, playing <> 0 from room where id = $1 and removing = 0")
                .bind(room.as_str())
                .fetch_optional(&self.readers)
                .await?;
        Ok(game)
    }

    /// The whole log of a room; empty if there is no such room.
    ///
    /// # Errors
    /// The database can't be read, or a record makes no sense.
    pub async fn log(&self, room: RoomId) -> Result<Vec<Record>, ReadError> {
        let statement = format!(
            "select {RECORD} from record where room = ?1
             and not exists (select 1 from room where id = ?1 and removing = 1) order by version"
        );
        self.logs.records(statement, [room.to_string()]).await
    }

    /// How many records the log of a room has; 0 if there is no such room.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn length(&self, room: RoomId) -> Result<u32, ReadError> {
        let last: Option<i64> =
            sqlx::query_scalar("select max(version) from record where room = $1")
                .bind(room.as_str())
                .fetch_one(&self.readers)
                .await?;
        Ok(last.map_or(0, |last| u32::try_from(last).unwrap_or(u32::MAX)))
    }

    /// Writes what is still waiting, and lets go of the database.
    pub async fn close(&self) {
        self.writer.close();
        if let Some(writing) = self.writing.lock().await.take() {
            // A writer that panicked has nothing more to write; its panic has been logged.
            let _ = tokio::time::timeout(limits::LAST_WRITES, writing).await;
        }
        self.logs.close();
        let _ = tokio::time::timeout(limits::LAST_WRITES, self.readers.close()).await;
    }
}
