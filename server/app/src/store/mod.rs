//! What outlives the process: a database. Each room is one process's own for as long as that has a lease.
//!
//! All writes go through one [`Writer`]; reads have connections of their own. What is said to every database stands
//! beside this; what only one understands is in its folder.

mod active;
mod address;
mod alarms;
mod commits;
mod devices;
mod disk;
mod failure;
mod fold;
mod games;
mod kept;
mod lease;
mod log;
mod migrations;
mod number;
mod old;
mod opening;
mod parameter;
mod passkey_writer;
mod passkeys;
mod postgres;
mod push;
mod push_writer;
mod read;
pub mod report;
mod rows;
mod sharing;
mod slow_commits;
mod sqlite;
mod storage_health;
mod summaries;
mod sweep;
mod webhook_writer;
mod webhooks;
mod write;
mod writer;

use std::path::Path;

use senda_room::{Person, Record, Time};
use sqlx::{FromRow, migrate::Migrator, postgres::PgRow, sqlite::SqliteRow};
use tokio::{sync::Mutex, task::JoinSet};
use tokio_util::sync::CancellationToken;

use self::{
    active::ActiveRooms, parameter::Parameter, read::PlayerRow, storage_health::StorageHealth,
};
pub use self::{
    address::{BadDatabaseUrl, DatabaseUrl},
    commits::CommitFigures,
    devices::{Device, ID_DIGITS},
    disk::{Disk, PlainDisk},
    fold::Fold,
    kept::{Kept, KeptChannel},
    lease::{Lease, LeaseTimes},
    log::{Log, NotStored, Stored},
    opening::OpenError,
    passkeys::Passkey,
    postgres::{Forgetful, NotUsable},
    push::PushDevice,
    read::{ReadError, Visitor},
    sqlite::{MIGRATIONS, NoCopy, NotRestored, Restored, backup, restore},
    summaries::RoomOf,
    sweep::Sweep,
    webhooks::Webhook,
    writer::Writer,
};
use crate::{identity::TokenHash, limits, room_id::RoomId};

/// The open database. Only one process at a time has it, or each room in it.
#[derive(Debug)]
pub struct Store {
    database: Database,
    writer: Writer,
    writing: Mutex<JoinSet<()>>,
}

/// The database by its engine. They are asked in the same words.
#[derive(Debug)]
enum Database {
    Sqlite(sqlite::Database),
    Postgres(postgres::Database),
}

/// Another process that has a room.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Holder {
    /// Where it is reached.
    pub address: String,
    /// Whether it is about to give up all that it has.
    pub is_leaving: bool,
}

/// Whether a room is this process's own.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Taken {
    /// It is, unless there is no such room; how often it was taken.
    Mine(i64),
    /// It is another one's, which lives.
    Elsewhere,
    /// A later version of this program has played it.
    Newer,
    /// Nothing is this process's own any more, or not as it was when the lease began.
    Over,
}

/// Who this process is among those that share a database.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its own: whoever registers by the same name takes its place.
    pub name: String,
    /// Where the others reach it; empty if they can't.
    pub address: String,
    /// How soon it is missed.
    pub times: LeaseTimes,
    /// When it stops, and with it everything that goes on under its lease.
    pub shutdown: CancellationToken,
}

impl Member {
    /// The name of a process that was given none: without names there is one.
    pub const NAME: &str = "senda";
}

impl Default for Member {
    fn default() -> Self {
        Self {
            name: Self::NAME.to_owned(),
            address: String::new(),
            times: LeaseTimes::default(),
            shutdown: CancellationToken::new(),
        }
    }
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
        Self::open_on(folder, migrations, PlainDisk).await
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
        let (database, committer) = sqlite::open(folder, migrations, disk).await?;
        let (writer, task) = writer::channel(committer);
        let mut writing = JoinSet::new();
        writing.spawn(task.run());
        Ok(Self {
            database: Database::Sqlite(database),
            writer,
            writing: Mutex::new(writing),
        })
    }

    /// Opens a PostgreSQL database, whose tables are made if they are not there. Whoever wrote to it by the same name
    /// can't any more.
    ///
    /// # Errors
    /// It can't be used, or would forget what it says is stored.
    pub async fn connect(
        url: &DatabaseUrl,
        member: Member,
        disk: impl Disk,
    ) -> Result<Self, OpenError> {
        let (health, active) = (StorageHealth::default(), ActiveRooms::default());
        let (database, committers) = postgres::open(url, member, disk, &health, &active).await?;
        let committers = [committers.log, committers.rest];
        let (writer, tasks) = writer::channels(committers, active, health);
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

    /// Where everything is written.
    pub fn writer(&self) -> &Writer {
        &self.writer
    }

    /// Whether the disk took what was to be written last. If not, it is tried again each
    /// [`limits::TRY_AGAIN`].
    pub fn is_able(&self) -> bool {
        self.writer.is_able() && self.lease().holds()
    }

    /// Whether it can be read and written: both are tried.
    pub async fn is_ready(&self) -> bool {
        !self.writer.is_closed()
            && self.lease().holds()
            && self.writer.is_proven().await
            && self
                .database
                .first::<(i32,)>("select 1", Vec::new())
                .await
                .is_ok()
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
        let known = "select id, name, seen_at from player where token_hash = $1
            union all select player.id, player.name, device.seen_at from device
            join player on player.id = device.player where device.token_hash = $1";
        let row: Option<PlayerRow> = self
            .database
            .first(known, vec![token.as_str().into()])
            .await?;
        row.map(Visitor::try_from).transpose()
    }

    /// The game that a room plays, in the words of the protocol; `None` if there is no such room.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn game(&self, room: RoomId) -> Result<Option<String>, ReadError> {
        let game = "select game from room where id = $1 and removing = 0";
        let game: Option<(String,)> = self.database.first(game, vec![room.into()]).await?;
        Ok(game.map(|(game,)| game))
    }

    /// The game that a room plays, in the words of the protocol, and whether it runs now; `None` if there is no such
    /// room.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn game_shown(&self, room: RoomId) -> Result<Option<(String, bool)>, ReadError> {
        let game = "select game, playing <> 0 from room where id = $1 and removing = 0";
        self.database.first(game, vec![room.into()]).await
    }

    /// The whole log of a room; empty if there is no such room.
    ///
    /// # Errors
    /// The database can't be read, or a record makes no sense.
    pub async fn log(&self, room: RoomId) -> Result<Vec<Record>, ReadError> {
        self.fold(room, |log| log.collect()).await
    }

    /// What becomes of the log of a room, record by record as it is read, which is none if there is no such room. This
    /// is not done on the threads that serve others: a long log takes milliseconds.
    ///
    /// # Errors
    /// The database can't be read, or a record makes no sense; or `fold` panics, to which nothing that can have happened
    /// leads.
    pub async fn fold<T: Send + 'static>(
        &self,
        room: RoomId,
        fold: impl Fold<T>,
    ) -> Result<T, ReadError> {
        self.database
            .fold(
                "select version, at, cause_player, cause_id, format, events from record
                 where room = $1
                 and not exists (select 1 from room where id = $1 and removing = 1) order by version",
                vec![room.into()],
                fold,
            )
            .await
    }

    /// How many records the log of a room has; 0 if there is no such room.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn length(&self, room: RoomId) -> Result<u32, ReadError> {
        let length = "select max(version) from record where room = $1";
        let last: Option<(Option<i64>,)> = self.database.first(length, vec![room.into()]).await?;
        let last = last.and_then(|(last,)| last);
        Ok(last.map_or(0, |last| u32::try_from(last).unwrap_or(u32::MAX)))
    }

    /// Writes outside of the one writer's transactions, for tests of whole processes that break a promise.
    ///
    /// # Errors
    /// The database refuses.
    #[cfg(feature = "failpoints")]
    pub(crate) async fn write_apart(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<(), ReadError> {
        let none = self.database.first::<(i32,)>(statement, parameters);
        none.await.map(|_| ())
    }

    /// Leaves nothing on the disk of what was deleted or overwritten, as far as that is this program's business: the pages
    /// of an SQLite database are cleared as they become free, and the log of changes beside it is emptied here. What
    /// PostgreSQL still has of old rows it removes by itself.
    pub async fn scrub(&self) {
        if let Database::Sqlite(database) = &self.database {
            database.empty_wal().await;
        }
    }

    /// Removes the copies from before updates that are older than that time; how many there were.
    ///
    /// # Errors
    /// One of them can't be removed.
    pub async fn remove_copies(&self, older_than: Time) -> std::io::Result<usize> {
        match &self.database {
            Database::Sqlite(database) => database.remove_copies(older_than).await,
            Database::Postgres(_) => Ok(0),
        }
    }

    /// Writes what is still waiting, and lets go of the database.
    pub async fn close(&self) {
        self.writer.close();
        let mut writing = self.writing.lock().await;
        // A writer that panicked has nothing more to write; its panic has been logged.
        let last = async { while writing.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(limits::LAST_WRITES, last).await;
        let _ = tokio::time::timeout(limits::LAST_WRITES, self.database.close()).await;
    }
}

/// A row of each engine.
trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<R> Row for R where R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin
{}

impl Database {
    /// The first of the rows that a statement selects.
    async fn first<R: Row>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<Option<R>, ReadError> {
        match self {
            Self::Sqlite(database) => database.first(statement, parameters).await,
            Self::Postgres(database) => database.first(statement, parameters).await,
        }
    }

    /// All rows that a statement selects; they are few.
    async fn all<R: Row>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<Vec<R>, ReadError> {
        match self {
            Self::Sqlite(database) => database.all(statement, parameters).await,
            Self::Postgres(database) => database.all(statement, parameters).await,
        }
    }

    /// What becomes of the records that a statement selects.
    async fn fold<T: Send + 'static>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
        fold: impl Fold<T>,
    ) -> Result<T, ReadError> {
        match self {
            Self::Sqlite(database) => database.fold(statement, parameters, fold).await,
            Self::Postgres(database) => database.fold(statement, parameters, fold).await,
        }
    }

    /// Lets go of what is open.
    async fn close(&self) {
        match self {
            Self::Sqlite(database) => database.close().await,
            Self::Postgres(database) => database.close().await,
        }
    }
}
