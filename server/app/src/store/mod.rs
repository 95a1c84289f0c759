//! What outlives the process: an SQLite database in the data folder.
//!
//! All writes go through one [`Writer`]; reads have connections of their own.

mod code;
mod copy;
mod games;
mod old;
mod opening;
mod read;
mod storage_health;
mod tables;
mod writer;

use std::{
    fs::{DirBuilder, File, TryLockError},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::Path,
};

use senda_room::{Person, Record, Time, protocol::Name};
use sqlx::{
    ConnectOptions, Row, SqlitePool,
    migrate::Migrator,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use tokio::{sync::Mutex, task::JoinHandle};

pub use self::{
    copy::{NoCopy, backup},
    opening::OpenError,
    read::ReadError,
    writer::{Log, NotStored, Sweep, Writer},
};
use crate::{identity::TokenHash, limits, room_id::RoomId};

/// The name of the database in its folder.
const DATABASE: &str = "senda.sqlite";

/// The open database. Only one process at a time has it.
#[derive(Debug)]
pub struct Store {
    readers: SqlitePool,
    writer: Writer,
    writing: Mutex<Option<JoinHandle<()>>>,
    _lock: File,
}

/// Somebody who has been here.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Visitor {
    /// Who.
    pub person: Person,
    /// When they were last here, to the day; `None` for those who came before that was kept.
    pub seen: Option<Time>,
}

impl Store {
    /// Opens the database in a folder; both are made if they are not there.
    ///
    /// # Errors
    /// The folder or the database can't be used, or another process uses it.
    pub async fn open(folder: &Path) -> Result<Self, OpenError> {
        Self::open_with(folder, &sqlx::migrate!("../../migrations")).await
    }

    /// Opens the database with tables of the caller's own, for tests of how they are brought up.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_with(folder: &Path, migrations: &Migrator) -> Result<Self, OpenError> {
        let lock = lock(folder).await?;
        let options = SqliteConnectOptions::new()
            .filename(folder.join(DATABASE))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(limits::BUSY_TIME)
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        #[cfg(feature = "failpoints")]
        crate::faults::migrates();
        tables::bring_up(folder, &mut connection, migrations).await?;
        let (writer, write) = writer::channel(options.clone(), connection);
        let readers = SqlitePoolOptions::new()
            .max_connections(limits::READERS)
            .connect_with(options)
            .await?;
        Ok(Self {
            readers,
            writer,
            writing: Mutex::new(Some(tokio::spawn(write.run()))),
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
        let row = sqlx::query("select id, name, seen_at from player where token_hash = $1")
            .bind(token.as_str())
            .fetch_optional(&self.readers)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let corrupt = |reason: String| ReadError::Corrupt {
            what: "player",
            which: 0,
            reason,
        };
        let player = read::player(row.try_get("id")?).map_err(corrupt)?;
        let name =
            Name::stored(row.try_get("name")?).map_err(|error| corrupt(error.to_string()))?;
        let seen: Option<i64> = row.try_get("seen_at")?;
        let seen = seen.map(u64::try_from).transpose();
        let seen = seen.map_err(|error| corrupt(error.to_string()))?;
        Ok(Some(Visitor {
            person: Person { player, name },
            seen: seen.map(Time),
        }))
    }

    /// The game that a room plays, in the words of the protocol; `None` if there is no such room.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn game(&self, room: RoomId) -> Result<Option<String>, ReadError> {
        let row = sqlx::query("select game from room where id = $1 and removing = 0")
            .bind(room.as_str())
            .fetch_optional(&self.readers)
            .await?;
        Ok(row.map(|row| row.try_get("game")).transpose()?)
    }

    /// The whole log of a room; empty if there is no such room.
    ///
    /// # Errors
    /// The database can't be read, or a record makes no sense.
    pub async fn log(&self, room: RoomId) -> Result<Vec<Record>, ReadError> {
        let rows = sqlx::query(
            "select version, at, cause_player, cause_id, events from record where room = $1
             and not exists (select 1 from room where id = $1 and removing = 1) order by version",
        )
        .bind(room.as_str())
        .fetch_all(&self.readers)
        .await?;
        read::records(rows).await
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
        let _ = tokio::time::timeout(limits::LAST_WRITES, self.readers.close()).await;
    }
}

/// Takes the folder for this process alone; the lock ends with the process, however it ends. What is
/// made here is for the one who runs the server only; what is there already keeps its permissions.
async fn lock(folder: &Path) -> Result<File, OpenError> {
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
