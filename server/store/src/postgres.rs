//! The store in a PostgreSQL database, which other programs can back up and replicate.
//!
//! Only the database decides which processes live and own which rooms (`node.rs`, `membership.rs`,
//! `placement.rs`), and which record continues a log (`batch.rs`). Records that are in the log
//! alone have a connection of their own, so that none of them waits for a write of several
//! statements.

mod batch;
mod committer;
mod engine;
mod error_codes;
mod membership;
mod node;
mod opening;
mod placement;

use std::{collections::HashMap, sync::Arc};

use sqlx::{
    ConnectOptions, FromRow, PgConnection, PgExecutor, PgPool, Row as _,
    postgres::{PgPoolOptions, PgRow},
};
use tokio::{
    sync::Mutex,
    task::JoinHandle,
    time::{Instant, timeout},
};

pub(crate) use self::{committer::Committer, engine::MIGRATIONS};
use self::{error_codes::unread, membership::Membership, node::Node};
use crate::{
    limits,
    log::{
        Lease, Member, Ownership, ReadError, RecordReader, RecordRow, parse_beside_the_tasks,
        read_records,
    },
    opening::{DatabaseUrl, OpenError, refuse_unfinished_import},
    process::blocking::BlockingWork,
    room_id::RoomId,
    rooms::ActiveRooms,
    statement::{Parameter, Parameters, bound},
    write::{Disk, StorageHealth},
};

/// The open database. This process writes to it while it is registered.
#[derive(Debug)]
pub(crate) struct Database {
    readers: PgPool,
    /// The threads that parse logs.
    threads: BlockingWork,
    pub node: Node,
    /// The task that keeps this process registered.
    membership: Mutex<Option<JoinHandle<()>>>,
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(membership) = self.membership.get_mut().take() {
            membership.abort();
        }
    }
}

/// The committers of an open database.
pub(crate) struct Committers<D> {
    /// The committer of records that are in the log alone.
    pub log: Committer<D>,
    /// The committer of all other writes.
    pub rest: Committer<D>,
}

/// Opens a database, creates its tables if they do not exist, and replaces the process that has the
/// same name.
pub(crate) async fn open<D: Disk>(
    url: &DatabaseUrl,
    member: Member,
    disk: D,
    health: &StorageHealth,
    active: &ActiveRooms,
) -> Result<(Database, Committers<D>), OpenError> {
    let connections = opening::inspect(url).await?;
    let readers = PgPoolOptions::new()
        .max_connections(limits::READERS)
        .acquire_timeout(limits::ANSWER_TIME)
        .connect_lazy_with(connections.reading);
    let mut connection = connections.writing.connect().await?;
    refuse_unfinished_import(&mut connection).await?;
    let node = Node::register(&mut connection, member, connections.has_timeline).await?;
    let disk = Arc::new(disk);
    let committer = |is_of_the_log, connection: Option<PgConnection>| Committer {
        options: connections.writing.clone(),
        node: node.clone(),
        disk: disk.clone(),
        active: active.clone(),
        is_of_the_log,
        connection: connection.map(|connection| (connection, Instant::now())),
    };
    let committers = Committers {
        log: committer(true, Some(connection)),
        rest: committer(false, None),
    };
    let membership = Membership {
        node: node.clone(),
        options: connections.writing.clone(),
        health: health.clone(),
        connection: None,
        seen: HashMap::new(),
    };
    let database = Database {
        readers,
        threads: BlockingWork::new(limits::READ_AT_ONCE),
        node,
        membership: Mutex::new(Some(tokio::spawn(membership.run()))),
    };
    Ok((database, committers))
}

/// Opens a connection to a database as it is.
pub(crate) async fn connect(url: &DatabaseUrl) -> Result<PgConnection, OpenError> {
    opening::connect(url)
        .await
        .map(|(connection, _)| connection)
}

/// Opens a connection to a database for writing, and creates its tables if they do not exist.
pub(crate) async fn prepare(url: &DatabaseUrl) -> Result<PgConnection, OpenError> {
    Ok(opening::inspect(url).await?.writing.connect().await?)
}

impl FromRow<'_, PgRow> for RecordRow {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        let format: i32 = row.try_get("format")?;
        let events: String = row.try_get("events")?;
        Ok(Self {
            version: row.try_get("version")?,
            at: row.try_get("at")?,
            cause_player: row.try_get("cause_player")?,
            cause_id: row.try_get("cause_id")?,
            format: i64::from(format),
            events: events.into_bytes(),
        })
    }
}

impl Database {
    /// Returns all rows of a query.
    pub async fn all<R>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<Vec<R>, ReadError>
    where
        R: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        self.ask(async |connection| bound(statement, parameters).fetch_all(connection).await)
            .await
    }

    /// Passes the records of a query to a reader.
    pub async fn stream<T: Send + 'static>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
        reader: impl RecordReader<T>,
    ) -> Result<T, ReadError> {
        let rows: Vec<RecordRow> = self.all(statement, parameters).await?;
        let read = move || read_records(rows.into_iter().map(Ok), reader);
        parse_beside_the_tasks(&self.threads, read).await
    }

    /// Acquires a room for an instance of this process.
    pub async fn acquire(&self, room: RoomId, lease: &Lease) -> Result<Ownership, ReadError> {
        let acquire = async |connection: &mut _| self.node.acquire(connection, lease, room).await;
        let ownership = self.ask(acquire).await?;
        if ownership == Ownership::LeaseEnded {
            self.node.lose(lease);
        }
        Ok(ownership)
    }

    /// Releases a room, unless it was acquired again since.
    pub async fn release(&self, room: RoomId, lease: &Lease, token: i64) -> Result<(), ReadError> {
        self.ask(async |connection| self.node.release(connection, lease, room, token).await)
            .await
    }

    /// Announces to the other processes that this one is about to release all of its rooms.
    pub async fn drain(&self) {
        // If that can't be stored, clients of its rooms find no server for a moment, and retry.
        let _ = timeout(limits::DRAIN_NOTICE, self.node.drain(&self.readers)).await;
    }

    /// Releases all rooms at once. After that, this process can't write any more.
    pub async fn leave(&self) {
        let Some(membership) = self.membership.lock().await.take() else {
            return;
        };
        membership.abort();
        // The task would register again.
        let _ = membership.await;
        // If that can't be stored, the other processes notice the missing heartbeats.
        let _ = timeout(limits::LAST_WRITES / 2, self.node.leave(&self.readers)).await;
    }

    /// Leaves, and closes all connections to the database.
    pub async fn close(&self) {
        self.leave().await;
        self.readers.close().await;
    }

    /// Executes a query on a connection. A connection that has not answered in time is dropped
    /// together with its query.
    async fn ask<R>(
        &self,
        query: impl AsyncFnOnce(&mut PgConnection) -> sqlx::Result<R>,
    ) -> Result<R, ReadError> {
        let connection = self.readers.acquire().await;
        let mut connection = connection.map_err(|error| unread(&error))?;
        if let Ok(answer) = timeout(limits::ANSWER_TIME, query(&mut connection)).await {
            return answer.map_err(|error| unread(&error));
        }
        drop(connection.detach());
        let words = format!("no answer in {:?}", limits::ANSWER_TIME);
        Err(ReadError::Database(words))
    }
}

/// Executes a statement, which is prepared once for each connection, and returns the number of rows
/// that it has changed.
async fn run(
    executor: impl PgExecutor<'_>,
    statement: &'static str,
    parameters: impl Parameters,
) -> sqlx::Result<u64> {
    let query = sqlx::query(statement);
    let parameters = parameters.list().into_iter();
    let query = parameters.fold(query, |query, parameter| match parameter {
        Parameter::Text(text) => query.bind(text),
        Parameter::NoText => query.bind(None::<String>),
        Parameter::Whole(whole) => query.bind(whole),
    });
    Ok(query.execute(executor).await?.rows_affected())
}
