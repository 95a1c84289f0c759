//! The store as a PostgreSQL database, which other programs may be asked to keep safe.
//!
//! The database alone decides what is true: which process may write (`node.rs`), who holds a room, and what follows on
//! a log (`batch.rs`). Records that are in the log alone have a connection of their own, so that nothing waits for what
//! takes several statements.

mod batch;
mod code;
mod committer;
mod node;
mod opening;
mod refusal;

use std::sync::Arc;

use senda_room::Record;
use sqlx::{
    ConnectOptions, FromRow, PgConnection, PgPool, Postgres,
    pool::PoolConnection,
    postgres::{PgPoolOptions, PgRow},
};
use tokio::time::{Instant, error::Elapsed, timeout};

pub(super) use self::committer::Committer;
pub use self::refusal::{Forgetful, NotUsable};
use self::{code::unread, node::Node};
use super::{
    Taken,
    active::ActiveRooms,
    address::DatabaseUrl,
    disk::Disk,
    opening::OpenError,
    parameter::{Parameter, bound},
    read::{ReadError, RecordRow, corrupt},
    storage_health::StorageHealth,
};
use crate::{limits, room_id::RoomId};

/// The open database, to which this process alone writes for as long as it is registered.
#[derive(Debug)]
pub(super) struct Database {
    readers: PgPool,
    node: Node,
    health: StorageHealth,
}

/// What writes to an open database.
pub(super) struct Committers<D> {
    /// Records that are in the log alone.
    pub log: Committer<D>,
    /// Everything else.
    pub rest: Committer<D>,
}

/// Opens a database, whose tables are made if they are not there, and takes the place of whoever wrote to it before.
pub(super) async fn open<D: Disk>(
    url: &DatabaseUrl,
    disk: D,
    health: &StorageHealth,
    active: &ActiveRooms,
) -> Result<(Database, Committers<D>), OpenError> {
    let ways = opening::look(url).await?;
    let readers = PgPoolOptions::new()
        .max_connections(limits::READERS)
        .acquire_timeout(limits::ANSWER_TIME)
        .connect_lazy_with(ways.reading);
    let mut connection = ways.writing.connect().await?;
    let node = Node::register(&mut connection).await?;
    let disk = Arc::new(disk);
    let committer = |is_of_the_log, connection: Option<PgConnection>| Committer {
        options: ways.writing.clone(),
        node: node.clone(),
        disk: disk.clone(),
        health: health.clone(),
        active: active.clone(),
        is_of_the_log,
        connection: connection.map(|connection| (connection, Instant::now())),
    };
    let committers = Committers {
        log: committer(true, Some(connection)),
        rest: committer(false, None),
    };
    let database = Database {
        readers,
        node,
        health: health.clone(),
    };
    Ok((database, committers))
}

/// A row of the log, with the columns of a [`RecordRow`].
type Row = (i64, i64, Option<String>, Option<String>, i32, String);

impl Database {
    /// The first of the rows that a statement selects.
    pub async fn first<R>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<Option<R>, ReadError>
    where
        R: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut connection = self.connection().await?;
        let asking = bound(statement, parameters).fetch_optional(&mut *connection);
        settle(timeout(limits::ANSWER_TIME, asking).await, connection)
    }

    /// All rows that a statement selects.
    pub async fn all<R>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<Vec<R>, ReadError>
    where
        R: for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let mut connection = self.connection().await?;
        let asking = bound(statement, parameters).fetch_all(&mut *connection);
        settle(timeout(limits::ANSWER_TIME, asking).await, connection)
    }

    /// The records that a statement selects.
    pub async fn records(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<Vec<Record>, ReadError> {
        let rows: Vec<Row> = self.all(statement, parameters).await?;
        // Beside the tasks that serve others: a log may have thousands of records.
        let reading = move || rows.iter().map(record).collect();
        let read = tokio::task::spawn_blocking(reading).await;
        read.unwrap_or_else(|panic| Err(corrupt(0, panic.to_string())))
    }

    /// Takes a room for this process, before its log is read.
    pub async fn take(&self, room: RoomId) -> Result<Taken, ReadError> {
        let mut connection = self.connection().await?;
        let taking = self.node.take(&mut connection, room);
        let taken = settle(timeout(limits::ANSWER_TIME, taking).await, connection)?;
        if taken == Taken::Over {
            self.health.end();
        }
        Ok(taken)
    }

    /// Lets go of what is open.
    pub async fn close(&self) {
        // Whoever comes next takes the place as it is.
        let _ = timeout(limits::LAST_WRITES / 2, self.node.leave(&self.readers)).await;
        self.readers.close().await;
    }

    async fn connection(&self) -> Result<PoolConnection<Postgres>, ReadError> {
        let connection = self.readers.acquire().await;
        connection.map_err(|error| unread(&error))
    }
}

/// What came of a question. A connection that does not answer is dropped with what was asked.
fn settle<R>(
    answer: Result<sqlx::Result<R>, Elapsed>,
    connection: PoolConnection<Postgres>,
) -> Result<R, ReadError> {
    if let Ok(answer) = answer {
        return answer.map_err(|error| unread(&error));
    }
    drop(connection.detach());
    let words = format!("no answer in {:?}", limits::ANSWER_TIME);
    Err(ReadError::Database(words))
}

fn record(row: &Row) -> Result<Record, ReadError> {
    let (version, at, cause_player, cause_id, format, events) = row;
    let row = RecordRow {
        version: *version,
        at: *at,
        cause_player: cause_player.as_deref(),
        cause_id: cause_id.as_deref(),
        format: i64::from(*format),
        events: events.as_bytes(),
    };
    row.record()
}
