//! The one writer: it commits the waiting writes of all rooms together, so that one fsync serves many.

mod disk;
mod failure;
mod rows;
mod sweep;
mod write;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use senda_room::{Finished, Person, PlayerId, Record, Time, protocol::Name};
use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

pub use self::{
    disk::{Disk, SqliteDisk},
    sweep::Sweep,
};
use self::{failure::Failure, write::Write};
use super::{
    log::{Log, NotStored},
    storage_health::{HealthReporter, StorageHealth},
};
use crate::{identity::TokenHash, limits, room_id::RoomId};

/// Where everything is written; cheap to clone.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Waiting>,
    /// Of what is to be removed: written when nothing else waits.
    sweeps: mpsc::Sender<Waiting>,
    transactions: Arc<AtomicU64>,
    closing: CancellationToken,
    health: StorageHealth,
    trial: Arc<Mutex<()>>,
}

/// The task behind a [`Writer`].
pub(super) struct Task<D> {
    disk: D,
    options: SqliteConnectOptions,
    /// `None` after a failure, until the next write.
    connection: Option<SqliteConnection>,
    queue: mpsc::Receiver<Waiting>,
    sweeps: mpsc::Receiver<Waiting>,
    transactions: Arc<AtomicU64>,
    closing: CancellationToken,
    reporter: HealthReporter,
}

#[derive(Debug)]
struct Waiting {
    what: Write,
    done: oneshot::Sender<Result<(), NotStored>>,
}

/// A writer and its task, which must be run.
pub(super) fn channel<D: Disk>(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    disk: D,
) -> (Writer, Task<D>) {
    let (sender, queue) = mpsc::channel(limits::WRITES_WAITING);
    let (sweeper, sweeps) = mpsc::channel(1);
    let transactions = Arc::new(AtomicU64::new(0));
    let closing = CancellationToken::new();
    let health = StorageHealth::default();
    let writer = Writer {
        queue: sender,
        sweeps: sweeper,
        transactions: transactions.clone(),
        closing: closing.clone(),
        health: health.clone(),
        trial: Arc::default(),
    };
    (
        writer,
        Task {
            disk,
            options,
            connection: Some(connection),
            queue,
            sweeps,
            transactions,
            closing,
            reporter: HealthReporter::new(health),
        },
    )
}

impl Writer {
    /// Stores a new person.
    ///
    /// # Errors
    /// They are not stored.
    pub async fn player(
        &self,
        token: TokenHash,
        person: Person,
        at: Time,
    ) -> Result<(), NotStored> {
        self.write(Write::Player { token, person, at }).await
    }

    /// Stores the new name of a person.
    ///
    /// # Errors
    /// It is not stored.
    pub async fn name(&self, player: PlayerId, name: Name) -> Result<(), NotStored> {
        self.write(Write::Name { player, name }).await
    }

    /// Stores that a person was here.
    ///
    /// # Errors
    /// It is not stored.
    pub async fn seen(&self, player: PlayerId, at: Time) -> Result<(), NotStored> {
        self.write(Write::Seen { player, at }).await
    }

    /// Removes a piece of what has been kept for long enough, in a transaction of its own.
    ///
    /// # Errors
    /// It is not removed.
    pub async fn sweep(&self, piece: Sweep) -> Result<(), NotStored> {
        Self::write_to(&self.sweeps, Write::Sweep(piece)).await
    }

    /// How many transactions have been committed.
    pub fn transactions(&self) -> u64 {
        self.transactions.load(Ordering::Relaxed)
    }

    /// Whether the disk took what was to be written last. If not, it is tried again and again.
    pub(super) fn is_able(&self) -> bool {
        !self.health.is_lost()
    }

    /// Whether something can be stored now: it is tried, unless something was stored just before.
    pub(super) async fn is_proven(&self) -> bool {
        if !self.is_able() {
            return false;
        }
        let trial = async {
            // Many who ask at once need one trial.
            let _alone = self.trial.lock().await;
            self.health.is_proven() || self.write(Write::Trial).await.is_ok()
        };
        let proven = tokio::time::timeout(limits::TRIAL_TIME, trial).await;
        proven.unwrap_or(false)
    }

    /// Whether nothing can be written any more.
    pub(super) fn is_closed(&self) -> bool {
        self.queue.is_closed()
    }

    /// Takes nothing more; what waits is still written.
    pub(super) fn close(&self) {
        self.closing.cancel();
    }

    async fn write(&self, what: Write) -> Result<(), NotStored> {
        Self::write_to(&self.queue, what).await
    }

    async fn write_to(queue: &mpsc::Sender<Waiting>, what: Write) -> Result<(), NotStored> {
        let (done, answer) = oneshot::channel();
        let waiting = Waiting { what, done };
        queue.send(waiting).await.map_err(|_| NotStored::Ended)?;
        answer.await.map_err(|_| NotStored::Ended)?
    }
}

impl Log for Writer {
    async fn append(
        &self,
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
    ) -> Result<(), NotStored> {
        self.write(Write::Record {
            room,
            record,
            finished,
        })
        .await
    }
}

impl<D: Disk> Task<D> {
    /// Writes until closed.
    pub(super) async fn run(mut self) {
        let mut together = Vec::with_capacity(limits::WRITES_TOGETHER);
        loop {
            let closing = self.closing.clone();
            let some = tokio::select! {
                biased;
                some = self.queue.recv_many(&mut together, limits::WRITES_TOGETHER) => some,
                () = closing.cancelled(), if !self.queue.is_closed() => {
                    self.queue.close();
                    continue;
                }
                Some(piece) = self.sweeps.recv(), if !self.queue.is_closed() => {
                    together.push(piece);
                    1
                }
                // Rooms that stopped may only come back when it works again, so it must be tried.
                () = tokio::time::sleep(limits::TRY_AGAIN), if self.reporter.is_lost() => {
                    let (done, _) = oneshot::channel();
                    let what = Write::Trial;
                    together.push(Waiting { what, done });
                    1
                }
            };
            if some == 0 {
                break;
            }
            self.commit_all(&mut together).await;
        }
        // Nothing waits any more; a database that can't be closed is closed by the process's end.
        if let Some(connection) = self.connection {
            let _ = connection.close().await;
        }
    }

    /// Commits them together. If one of them can't be written, each alone, so that a bad one spoils
    /// no other; if the database fails, none: it would keep all the others waiting once for each.
    async fn commit_all(&mut self, together: &mut Vec<Waiting>) {
        let mut of_all = match self.commit(together).await {
            Ok(()) => Some(Ok(())),
            Err(Failure::OfAll(reason)) => Some(Err(reason)),
            Err(Failure::OfOne(reason)) if together.len() == 1 => Some(Err(reason)),
            Err(Failure::OfOne(_)) => None,
        };
        for one in together.drain(..) {
            let answer = match &of_all {
                Some(answer) => answer.clone(),
                None => match self.commit(std::slice::from_ref(&one)).await {
                    Ok(()) => Ok(()),
                    Err(Failure::OfOne(reason)) => Err(reason),
                    Err(Failure::OfAll(reason)) => {
                        of_all = Some(Err(reason.clone()));
                        Err(reason)
                    }
                },
            };
            self.reporter
                .note(&answer, matches!(one.what, Write::Trial));
            // Whoever waited may have gone; what is written stays written.
            let _ = one.done.send(answer);
        }
    }

    async fn commit(&mut self, writes: &[Waiting]) -> Result<(), Failure> {
        let connection = self.connection.take();
        let mut connection = match connection {
            Some(connection) => connection,
            // Nothing at all can be written to what can't be opened, for whatever reason.
            None => self
                .options
                .connect()
                .await
                .map_err(|error| Failure::OfAll(NotStored::Unable(error.to_string())))?,
        };
        let answer = self.transact(&mut connection, writes).await;
        // The database may have ended the transaction by itself (a full disk does that), which the
        // connection would not know: it would refuse every later one. A new one knows.
        if answer.is_ok() {
            self.connection = Some(connection);
            self.transactions.fetch_add(1, Ordering::Relaxed);
        } else {
            // What it would complain about is what has just failed.
            let _ = connection.close().await;
        }
        answer
    }

    async fn transact(
        &self,
        connection: &mut SqliteConnection,
        writes: &[Waiting],
    ) -> Result<(), Failure> {
        let mut transaction = self.disk.begin(connection).await?;
        for write in writes {
            rows::insert(&mut transaction, &write.what).await?;
        }
        self.disk.commit(transaction).await?;
        Ok(())
    }
}
