//! A committer for PostgreSQL. It has one connection, which it reopens after every failure.

use std::{collections::BTreeSet, sync::Arc};

use senda_room::{Record, Time};
use sqlx::{ConnectOptions, Connection, PgConnection, postgres::PgConnectOptions};
use tokio::time::{Instant, timeout};

use super::{batch::RecordBatch, node::Node, opening::Durability, run};
use crate::{
    limits,
    log::{Lease, NotStored},
    room_id::RoomId,
    rooms::{ActiveRooms, Ladder, LiveRating, RatedSeatRow, Sweep, begins, hour_before},
    statement::{Statement, bound, whole},
    write::{Commit, CommitResult, Disk, Failure, QueuedWrite, Write, statements},
};

/// The results of some writes, in their order.
type Answers = Vec<Result<(), NotStored>>;

/// A committer with one connection to the database.
pub(crate) struct Committer<D> {
    pub(super) options: PgConnectOptions,
    pub(super) node: Node,
    pub(super) disk: Arc<D>,
    /// The stored activity of the rooms that were written to recently.
    pub(super) active: ActiveRooms,
    /// Whether this committer writes only records that are in the log alone.
    pub(super) is_of_the_log: bool,
    /// The connection and the time of its last use; `None` at first and after a failure, until the
    /// next write.
    pub(super) connection: Option<(PgConnection, Instant)>,
}

impl<D: Disk> Commit for Committer<D> {
    async fn commit(
        mut self,
        together: Vec<QueuedWrite>,
    ) -> Option<(Self, Vec<QueuedWrite>, CommitResult)> {
        let began = Instant::now();
        let writes: Vec<&Write> = together.iter().map(|one| &one.write).collect();
        let (answers, transactions) = self.commit_all(&writes).await;
        let result = CommitResult {
            answers,
            transactions,
            took: began.elapsed(),
        };
        Some((self, together, result))
    }

    async fn close(self) {
        if let Some((connection, _)) = self.connection {
            // A connection that can't be closed ends with the process.
            let _ = timeout(limits::LAST_WRITES, connection.close()).await;
        }
    }
}

impl<D: Disk> Committer<D> {
    /// Commits the writes together. If one of them can't be stored, commits each alone, so that it
    /// does not affect the others. If the database fails, commits none. Returns the number of
    /// transactions as well.
    async fn commit_all(&mut self, together: &[&Write]) -> (Answers, u32) {
        let of_all = match self.commit_together(together).await {
            Ok(answers) => return (answers, 1),
            Err(Failure::OfAll(reason)) => Some(reason),
            Err(Failure::OfOne(reason)) if together.len() == 1 => Some(reason),
            Err(Failure::OfOne(_)) => None,
        };
        if let Some(reason) = of_all {
            return (vec![Err(reason); together.len()], 0);
        }
        let mut transactions = 0;
        let mut answers = Vec::with_capacity(together.len());
        for &one in together {
            match self.commit_together(&[one]).await {
                Ok(answer) => {
                    transactions += 1;
                    answers.extend(answer);
                }
                Err(Failure::OfOne(reason)) => answers.push(Err(reason)),
                Err(Failure::OfAll(reason)) => {
                    answers.resize(together.len(), Err(reason));
                    break;
                }
            }
        }
        (answers, transactions)
    }

    /// Commits the writes in one transaction. The connection is kept only if that succeeds: after a
    /// failure the server may still be executing the statements.
    async fn commit_together(&mut self, writes: &[&Write]) -> Result<Answers, Failure> {
        let connection = self.connection.take();
        // A connection that was idle for long may have been dropped by a router, which would show
        // only after a long timeout.
        let connection = connection.filter(|(_, used)| used.elapsed() < limits::SILENT_CONNECTION);
        let connection = connection.map(|(connection, _)| connection);
        let committed = timeout(limits::ANSWER_TIME, self.commit_on(connection, writes)).await;
        let (connection, answers) = committed.map_err(|_| {
            let words = format!("no answer from the database in {:?}", limits::ANSWER_TIME);
            Failure::OfAll(NotStored::Unable(words))
        })??;
        self.connection = Some((connection, Instant::now()));
        Ok(answers)
    }

    async fn commit_on(
        &self,
        connection: Option<PgConnection>,
        writes: &[&Write],
    ) -> Result<(PgConnection, Answers), Failure> {
        let mut connection = match connection {
            Some(connection) => connection,
            None => self.connect().await?,
        };
        self.disk.begin()?;
        let answers = if self.is_of_the_log {
            self.append(&mut connection, writes).await?
        } else {
            self.transact(&mut connection, writes).await?
        };
        self.disk.committed()?;
        Ok((connection, answers))
    }

    /// Connects to the database, and checks its settings again: it may have been restarted with
    /// settings that can lose commits.
    async fn connect(&self) -> Result<PgConnection, Failure> {
        // Without a connection no write can be stored, whatever the reason.
        let unable = |words: String| Failure::OfAll(NotStored::Unable(words));
        let connection = self.options.connect().await;
        let mut connection = connection.map_err(|error| unable(error.to_string()))?;
        let durability = Durability::of(&mut connection).await;
        let durability = durability.map_err(|error| unable(error.to_string()))?;
        durability.check().map_err(|why| unable(why.to_string()))?;
        Ok(connection)
    }

    /// Appends records that are in the log alone. They are one statement, which commits itself.
    async fn append(
        &self,
        connection: &mut PgConnection,
        writes: &[&Write],
    ) -> Result<Answers, Failure> {
        let lease = self.node.lease();
        let batch = batch(writes)?;
        self.disk.commit()?;
        let stored = batch.append(connection, &lease).await?;
        if writes.iter().any(|write| matches!(write, Write::Probe)) {
            self.require(&lease, self.node.probe(connection, &lease).await)?;
        }
        if stored.count() < records(writes).count() {
            self.require(&lease, self.node.is_registered(connection, &lease).await)?;
        }
        let answer = |write: &&Write| match write {
            Write::Record { room, record, .. } if !stored.has(*room, record) => {
                Err(NotStored::Taken)
            }
            _ => Ok(()),
        };
        Ok(writes.iter().map(answer).collect())
    }

    /// Executes the statements of other writes in one transaction. A record that can't be stored
    /// changes no other table either.
    async fn transact(
        &self,
        connection: &mut PgConnection,
        writes: &[&Write],
    ) -> Result<Answers, Failure> {
        let lease = self.node.lease();
        let mut transaction = connection.begin().await?;
        let is_registered = self.node.is_registered(&mut transaction, &lease).await;
        self.require(&lease, is_registered)?;
        for (room, _) in records(writes).filter(|(_, record)| begins(record)) {
            self.node
                .acquire_new(&mut transaction, &lease, room)
                .await?;
        }
        // In one order, so that two servers never wait for each other.
        for lock in ladder_locks(writes)? {
            run(&mut *transaction, lock.text, lock.parameters).await?;
        }
        let batch = batch(writes)?;
        let stored = batch.append(&mut transaction, &lease).await?;
        let mut answers = Vec::with_capacity(writes.len());
        let mut noted = Vec::new();
        for write in writes {
            if let Write::Record { room, record, .. } = write
                && !stored.has(*room, record)
            {
                answers.push(Err(NotStored::Taken));
                continue;
            }
            for statement in statements(write)? {
                run(&mut *transaction, statement.text, statement.parameters).await?;
            }
            if let Some(game) = write.rated_game()? {
                rate(&mut transaction, &game).await?;
            }
            match write {
                // The new row of the room contains its activity.
                Write::Record { room, record, .. } if begins(record) => {
                    self.node.release_new(&mut transaction, *room).await?;
                    noted.push((*room, whole(record.at.0)?));
                }
                Write::Record { room, record, .. } => {
                    noted.extend(note_active(&mut transaction, *room, record.at).await?);
                }
                Write::Sweep(Sweep::Rest(room)) => {
                    self.node.remove(&mut transaction, *room).await?;
                }
                Write::Probe => {
                    let probed = self.node.probe(&mut transaction, &lease).await;
                    self.require(&lease, probed)?;
                }
                _ => {}
            }
            answers.push(Ok(()));
        }
        self.disk.commit()?;
        transaction.commit().await?;
        for (room, at) in noted {
            self.active.note(room, at);
        }
        Ok(answers)
    }

    /// Returns an error if this process is not registered any more.
    fn require(&self, lease: &Lease, registered: sqlx::Result<bool>) -> Result<(), Failure> {
        if registered? {
            return Ok(());
        }
        self.node.lose(lease);
        Err(Failure::OfAll(NotStored::Ended))
    }
}

/// Returns the locks of the ladders that the writes change, in the order of the ladders.
fn ladder_locks(writes: &[&Write]) -> Result<Vec<Statement>, NotStored> {
    let mut ladders = BTreeSet::new();
    for write in writes {
        ladders.extend(write.rated_game()?.map(|game| game.ladder()));
    }
    Ok(ladders.iter().map(Ladder::lock).collect())
}

/// Rates the game that a record ends. Its ladder is locked.
async fn rate(connection: &mut PgConnection, game: &LiveRating) -> Result<(), Failure> {
    let later = rated_seats(connection, game.later()).await?;
    let mut before = Vec::new();
    for query in game.before(&later) {
        before.extend(rated_seats(connection, query).await?);
    }
    for one in game.statements(later, before)? {
        run(&mut *connection, one.text, one.parameters).await?;
    }
    Ok(())
}

/// Executes a query for the players of rated games.
async fn rated_seats(
    connection: &mut PgConnection,
    query: Statement,
) -> sqlx::Result<Vec<RatedSeatRow>> {
    bound(query.text, query.parameters)
        .fetch_all(connection)
        .await
}

fn records<'w>(writes: &[&'w Write]) -> impl Iterator<Item = (RoomId, &'w Record)> {
    writes.iter().filter_map(|write| match write {
        Write::Record { room, record, .. } => Some((*room, record)),
        _ => None,
    })
}

fn batch(writes: &[&Write]) -> Result<RecordBatch, NotStored> {
    let mut batch = RecordBatch::default();
    for (room, record) in records(writes) {
        batch.add(room, record)?;
    }
    Ok(batch)
}

/// Updates the stored activity of a room, unless the stored one is in the hour before. Returns the
/// stored activity. Records without a row of their room are not found by any query, so they need
/// none.
async fn note_active(
    connection: &mut PgConnection,
    room: RoomId,
    at: Time,
) -> Result<Option<(RoomId, i64)>, Failure> {
    let note = "update room set active_at = case when active_at < $3 then $2 else active_at end
        where id = $1 returning active_at";
    let active_at: Option<i64> = sqlx::query_scalar(note)
        .bind(room.as_str())
        .bind(whole(at.0)?)
        .bind(whole(hour_before(at))?)
        .fetch_optional(connection)
        .await?;
    Ok(active_at.map(|at| (room, at)))
}
