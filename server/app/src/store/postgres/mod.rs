//! The store as a PostgreSQL database, which other programs may be asked to keep safe.
//!
//! The database alone decides what is true: which processes live and who holds a room (`node.rs`, `membership.rs`), and
//! what follows on a log (`batch.rs`). Records that are in the log alone have a connection of their own, so that nothing
//! waits for what takes several statements.

mod batch;
mod code;
mod committer;
mod engine;
mod membership;
mod node;
mod opening;
mod refusal;

use std::{collections::HashMap, sync::Arc};

use sqlx::{
    ConnectOptions, FromRow, PgConnection, PgPool, Postgres,
    pool::PoolConnection,
    postgres::{PgPoolOptions, PgRow},
};
use tokio::{
    sync::{Mutex, watch},
    task::JoinHandle,
    time::{Instant, error::Elapsed, timeout},
};

pub(super) use self::committer::Committer;
pub use self::refusal::{Forgetful, NotUsable};
use self::{code::unread, membership::Membership, node::Node};
use super::{
    Member, Taken,
    active::ActiveRooms,
    address::DatabaseUrl,
    disk::Disk,
    fold::{Fold, beside_the_tasks, folded},
    lease::Lease,
    opening::OpenError,
    parameter::{Parameter, bound},
    read::{ReadError, RecordRow},
    storage_health::StorageHealth,
};
use crate::{blocking::BlockingWork, limits, room_id::RoomId};

/// The open database, to which this process writes for as long as it is registered.
#[derive(Debug)]
pub(super) struct Database {
    readers: PgPool,
    /// For the work that logs are once they have been read.
    threads: BlockingWork,
    node: Node,
    /// What keeps this process registered.
    membership: Mutex<Option<JoinHandle<()>>>,
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(membership) = self.membership.get_mut().take() {
            membership.abort();
        }
    }
}

/// What writes to an open database.
pub(super) struct Committers<D> {
    /// Records that are in the log alone.
    pub log: Committer<D>,
    /// Everything else.
    pub rest: Committer<D>,
}

/// Opens a database, whose tables are made if they are not there, and takes the place of whoever has the same name.
pub(super) async fn open<D: Disk>(
    url: &DatabaseUrl,
    member: Member,
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
    let node = Node::register(&mut connection, member, ways.has_timeline).await?;
    let disk = Arc::new(disk);
    let committer = |is_of_the_log, connection: Option<PgConnection>| Committer {
        options: ways.writing.clone(),
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
        options: ways.writing.clone(),
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

    /// What becomes of the records that a statement selects.
    pub async fn fold<T: Send + 'static>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
        fold: impl Fold<T>,
    ) -> Result<T, ReadError> {
        let rows: Vec<Row> = self.all(statement, parameters).await?;
        let read = move || folded(rows.into_iter().map(|row| Ok(kept(row))), fold);
        beside_the_tasks(&self.threads, read).await
    }

    /// For how long what is in memory may be told.
    pub fn lease(&self) -> Lease {
        self.node.lease()
    }

    /// Where the others are reached.
    pub fn others(&self) -> watch::Receiver<Vec<String>> {
        self.node.others()
    }

    /// Where those of them are who may be gone.
    pub fn silent(&self) -> watch::Receiver<Vec<String>> {
        self.node.silent()
    }

    /// Takes a room for an instance of this process, before its log is read.
    pub async fn take(&self, room: RoomId, lease: &Lease) -> Result<Taken, ReadError> {
        let mut connection = self.connection().await?;
        let taking = self.node.take(&mut connection, lease, room);
        let taken = settle(timeout(limits::ANSWER_TIME, taking).await, connection)?;
        if taken == Taken::Over {
            self.node.lose(lease);
        }
        Ok(taken)
    }

    /// Lets go of a room that was taken, unless it was taken again since.
    pub async fn release(&self, room: RoomId, lease: &Lease, taken: i64) -> Result<(), ReadError> {
        let mut connection = self.connection().await?;
        let releasing = self.node.release(&mut connection, lease, room, taken);
        settle(timeout(limits::ANSWER_TIME, releasing).await, connection)
    }

    /// Tells the others that all rooms are about to be theirs.
    pub async fn drain(&self) {
        // Where that can't be said, those who look find nobody there, and come again.
        let _ = timeout(limits::DRAIN_NOTICE, self.node.drain(&self.readers)).await;
    }

    /// Lets go of everything: others can go on with the rooms at once. Nothing is written any more.
    pub async fn leave(&self) {
        let Some(membership) = self.membership.lock().await.take() else {
            return;
        };
        membership.abort();
        // It would take part again.
        let _ = membership.await;
        // Where that can't be said, the others find out.
        let _ = timeout(limits::LAST_WRITES / 2, self.node.leave(&self.readers)).await;
    }

    /// Lets go of what is open.
    pub async fn close(&self) {
        self.leave().await;
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

fn kept(row: Row) -> RecordRow {
    let (version, at, cause_player, cause_id, format, events) = row;
    RecordRow {
        version,
        at,
        cause_player,
        cause_id,
        format: i64::from(format),
        events: events.into_bytes(),
    }
}
