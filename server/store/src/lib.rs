//! The database of the Senda server: the logs of rooms, the players with their devices, and the
//! tables that serve queries.
//!
//! All writes go through one [`Writer`], which commits the [`Write`]s of all rooms together. Reads
//! have connections of their own. Each room belongs to one process for as long as the process has a
//! lease. The code for every database is in the folders `log`, `people`, `rooms` and `write`, by
//! what is stored; the code for one database is in `sqlite` or `postgres`.

pub mod limits;
mod log;
mod migrations;
mod opening;
mod people;
mod postgres;
pub mod process;
mod room_id;
mod rooms;
mod sqlite;
mod sqlite_codes;
mod statement;
mod transfer;
mod write;

use std::path::Path;

use senda_room::Time;
use sqlx::{FromRow, migrate::Migrator, postgres::PgRow, sqlite::SqliteRow};
use tokio::{sync::Mutex, task::JoinSet};

#[cfg(feature = "failpoints")]
pub use self::statement::Parameter;
pub use self::{
    log::{
        Holder, Lease, LeaseTimes, Log, Member, NotStored, Ownership, PendingWrite, ReadError,
        RecordReader, RoomLease,
    },
    opening::{
        BadDatabaseUrl, DatabaseUrl, NotDurable, NotUsable, OpenError, refuse_network_folder,
    },
    people::{
        ChallengeHash, ChannelSummary, CodeHash, Device, Figures, FoundPerson, ID_DIGITS,
        ListedRating, NotAPage, OperatorNotice, OperatorState, OperatorWrite, Opponent, OwnPage,
        OwnRating, PageChoice, PageId, Passkey, PasskeyUse, PasskeyWrite, PersonalData,
        PlayerWrite, PublicPage, PushDevice, PushWrite, PuzzleEvent, PuzzlePlayer, PuzzleTry,
        PuzzleWrite, RatedKind, RatingCursor, RatingPage, ServerBan, StoredReport,
        StoredReportLine, TokenHash, Visitor,
    },
    room_id::{NotARoom, RoomId},
    rooms::{
        DayGame, DayResult, DayWrite, GameCursor, GameFilter, GameId, GamePage, ListedGame,
        ListedPlayer, NotAGame, NotRebuilt, RatedRows, RatingsWrite, Rebuilt, RoomCursor, RoomOf,
        StoredCounts, StoredRoom, Sweep, Webhook, WebhookWrite,
    },
    sqlite::{MIGRATIONS, NoCopy, NotRestored, Restored, backup, restore},
    transfer::{
        Contents, NoRatings, NotExclusive, NotExported, NotImported, Place, export, import,
        open_exclusively, rebuild_ratings,
    },
    write::{CommitFigures, Commits, Disk, PlainDisk, Write, Writer, report},
};
use self::{
    rooms::ActiveRooms,
    statement::Parameters,
    write::{StorageHealth, channel, channels},
};

/// The open database. Only one process at a time has it, or each room in it.
#[derive(Debug)]
pub struct Store {
    database: Database,
    writer: Writer,
    writing: Mutex<JoinSet<()>>,
}

/// The database, by its engine. Both engines have the same methods.
#[derive(Debug)]
enum Database {
    Sqlite(sqlite::Database),
    Postgres(postgres::Database),
}

impl Store {
    /// Opens the SQLite database in a folder, and creates the folder and the database if they do
    /// not exist.
    ///
    /// # Errors
    /// Returns [`OpenError`] if the folder or the database can't be used, or if another process
    /// uses it.
    pub async fn open(folder: &Path) -> Result<Self, OpenError> {
        Self::open_with(folder, &MIGRATIONS).await
    }

    /// Opens the database with the caller's own migrations, for tests of migrations.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_with(folder: &Path, migrations: &Migrator) -> Result<Self, OpenError> {
        Self::open_on(folder, migrations, PlainDisk).await
    }

    /// Opens the database, and commits to the caller's own disk.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub async fn open_on(
        folder: &Path,
        migrations: &Migrator,
        disk: impl Disk,
    ) -> Result<Self, OpenError> {
        let (database, committer) = sqlite::open(folder, migrations, disk).await?;
        let (writer, task) = channel(committer);
        let mut writing = JoinSet::new();
        writing.spawn(task.run());
        Ok(Self {
            database: Database::Sqlite(database),
            writer,
            writing: Mutex::new(writing),
        })
    }

    /// Opens a PostgreSQL database, and creates its tables if they do not exist. A process that
    /// registered by the same name before can't write any more.
    ///
    /// # Errors
    /// Returns [`OpenError`] if the database can't be used, or if it could lose what it has
    /// committed.
    pub async fn connect(
        url: &DatabaseUrl,
        member: Member,
        disk: impl Disk,
    ) -> Result<Self, OpenError> {
        let (health, active) = (StorageHealth::default(), ActiveRooms::default());
        let (database, committers) = postgres::open(url, member, disk, &health, &active).await?;
        let committers = [committers.log, committers.rest];
        let (writer, tasks) = channels(committers, active, health);
        let mut writing = JoinSet::new();
        for task in tasks {
            writing.spawn(task.run());
        }
        Ok(Self {
            database: Database::Postgres(database),
            writer,
            writing: Mutex::new(writing),
        })
    }

    /// Returns the writer, which commits everything that is stored.
    pub fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Returns whether the last write succeeded and the lease of this process holds. After a
    /// failure, the writer tries again every [`limits::TRY_AGAIN`].
    pub fn is_able(&self) -> bool {
        self.writer.is_able() && self.lease().holds()
    }

    /// Returns whether the database can be read and written. Both are tried.
    pub async fn is_ready(&self) -> bool {
        !self.writer.is_closed()
            && self.lease().holds()
            && self.writer.is_proven().await
            && self.database.any("select 1", ()).await.is_ok()
    }

    /// Returns the engine of the database, for the log.
    pub fn kind(&self) -> &'static str {
        match &self.database {
            Database::Sqlite(_) => "sqlite",
            Database::Postgres(_) => "postgresql",
        }
    }

    /// Returns the size of the database in bytes, with the write-ahead log of SQLite.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn size(&self) -> Result<u64, ReadError> {
        match &self.database {
            Database::Sqlite(database) => database.size(),
            Database::Postgres(_) => {
                let size = "select pg_database_size(current_database())";
                let size: Option<(i64,)> = self.database.first(size, Vec::new()).await?;
                Ok(size.map_or(0, |(size,)| u64::try_from(size).unwrap_or(0)))
            }
        }
    }

    /// Executes a statement outside of the writer's transactions, for tests of whole processes that
    /// break a promise.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database rejects the statement.
    #[cfg(feature = "failpoints")]
    pub async fn write_apart(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<(), ReadError> {
        self.database.any(statement, parameters).await.map(drop)
    }

    /// Removes the traces of deleted and overwritten rows from the disk, as far as this program
    /// controls them. SQLite clears the pages of its database as they become free; this method
    /// empties the write-ahead log beside it. PostgreSQL removes old rows by itself.
    pub async fn scrub(&self) {
        if let Database::Sqlite(database) = &self.database {
            database.empty_wal().await;
        }
    }

    /// Removes the copies from before updates that are older than that time. Returns their number.
    ///
    /// # Errors
    /// Returns the error of the system if a copy can't be removed.
    pub async fn remove_copies(&self, older_than: Time) -> std::io::Result<usize> {
        match &self.database {
            Database::Sqlite(database) => database.remove_copies(older_than).await,
            Database::Postgres(_) => Ok(0),
        }
    }

    /// Commits the writes that are still waiting, and closes the database.
    pub async fn close(&self) {
        self.writer.close();
        let mut writing = self.writing.lock().await;
        // A writer that panicked has nothing more to write; its panic has been logged.
        let last = async { while writing.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(limits::LAST_WRITES, last).await;
        let _ = tokio::time::timeout(limits::LAST_WRITES, self.database.close()).await;
    }
}

/// A type that can be decoded from a row of each engine.
trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<R> Row for R where R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{}

impl Database {
    /// Returns the first row of a query with few rows.
    async fn first<R: Row>(
        &self,
        statement: &'static str,
        parameters: impl Parameters,
    ) -> Result<Option<R>, ReadError> {
        let rows = self.all(statement, parameters).await?;
        Ok(rows.into_iter().next())
    }

    /// Returns all rows of a query with few rows.
    async fn all<R: Row>(
        &self,
        statement: &'static str,
        parameters: impl Parameters,
    ) -> Result<Vec<R>, ReadError> {
        let parameters = parameters.list();
        match self {
            Self::Sqlite(database) => database.all(statement, parameters).await,
            Self::Postgres(database) => database.all(statement, parameters).await,
        }
    }

    /// Returns whether a query has any row. The query selects an integer.
    async fn any(
        &self,
        statement: &'static str,
        parameters: impl Parameters,
    ) -> Result<bool, ReadError> {
        let any: Option<(i32,)> = self.first(statement, parameters).await?;
        Ok(any.is_some())
    }

    /// Passes the records of a query to a reader.
    async fn stream<T: Send + 'static>(
        &self,
        statement: &'static str,
        parameters: impl Parameters,
        reader: impl RecordReader<T>,
    ) -> Result<T, ReadError> {
        let parameters = parameters.list();
        match self {
            Self::Sqlite(database) => database.stream(statement, parameters, reader).await,
            Self::Postgres(database) => database.stream(statement, parameters, reader).await,
        }
    }

    /// Closes all connections to the database.
    async fn close(&self) {
        match self {
            Self::Sqlite(database) => database.close().await,
            Self::Postgres(database) => database.close().await,
        }
    }
}
