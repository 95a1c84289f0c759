//! The one writer: it commits the waiting writes of all rooms together, so that one fsync serves many.

#[cfg(feature = "failpoints")]
mod half;
mod rows;
mod sweep;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use senda_room::{Finished, Person, PlayerId, Record, Time, protocol::Name};
use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

pub use self::sweep::Sweep;
use super::{
    code,
    storage_health::{HealthReporter, StorageHealth},
};
use crate::{identity::TokenHash, limits, room_id::RoomId};

/// Where a room's records go.
pub trait Log: Clone + Send + Sync + 'static {
    /// Stores a record, and the game that it ended. It is durable when this returns.
    fn append(
        &self,
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
    ) -> impl Future<Output = Result<(), NotStored>> + Send;
}

/// Why something was not stored. Nothing of it is there.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotStored {
    /// It is there already: someone else wrote that version, room or player.
    #[error("it is stored already")]
    Taken,
    /// The database refuses it.
    #[error("the database refuses: {0}")]
    Refused(String),
    /// A page of the database that it needs is damaged; others may not be.
    #[error("the database is damaged there: {0}")]
    Damaged(String),
    /// The database can store nothing now: the disk is full, or fails.
    #[error("nothing can be stored now: {0}")]
    Unable(String),
    /// The writer has ended, because the server ends.
    #[error("the writer has ended")]
    Ended,
}

impl From<sqlx::Error> for NotStored {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            Some(refusal) if refusal.is_unique_violation() => Self::Taken,
            _ if code::of(&error) == Some(code::CORRUPT) => Self::Damaged(error.to_string()),
            _ => Self::Refused(error.to_string()),
        }
    }
}

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
pub(super) struct Write {
    options: SqliteConnectOptions,
    /// `None` after a failure, until the next write.
    connection: Option<SqliteConnection>,
    queue: mpsc::Receiver<Waiting>,
    sweeps: mpsc::Receiver<Waiting>,
    transactions: Arc<AtomicU64>,
    closing: CancellationToken,
    findings: HealthReporter,
}

#[derive(Debug)]
struct Waiting {
    what: What,
    done: oneshot::Sender<Result<(), NotStored>>,
}

#[derive(Debug)]
enum What {
    Record {
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
    },
    Player {
        token: TokenHash,
        person: Person,
        at: Time,
    },
    Name {
        player: PlayerId,
        name: Name,
    },
    Seen {
        player: PlayerId,
        at: Time,
    },
    Sweep(Sweep),
    /// A word that nobody reads, so that something has to reach the disk.
    Trial,
}

/// A writer and its task, which must be run.
pub(super) fn channel(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
) -> (Writer, Write) {
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
        Write {
            options,
            connection: Some(connection),
            queue,
            sweeps,
            transactions,
            closing,
            findings: HealthReporter::new(health),
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
        self.write(What::Player { token, person, at }).await
    }

    /// Stores the new name of a person.
    ///
    /// # Errors
    /// It is not stored.
    pub async fn name(&self, player: PlayerId, name: Name) -> Result<(), NotStored> {
        self.write(What::Name { player, name }).await
    }

    /// Stores that a person was here.
    ///
    /// # Errors
    /// It is not stored.
    pub async fn seen(&self, player: PlayerId, at: Time) -> Result<(), NotStored> {
        self.write(What::Seen { player, at }).await
    }

    /// Removes a piece of what has been kept for long enough, in a transaction of its own.
    ///
    /// # Errors
    /// It is not removed.
    pub async fn sweep(&self, piece: Sweep) -> Result<(), NotStored> {
        Self::write_to(&self.sweeps, What::Sweep(piece)).await
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
            self.health.is_proven() || self.write(What::Trial).await.is_ok()
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

    async fn write(&self, what: What) -> Result<(), NotStored> {
        Self::write_to(&self.queue, what).await
    }

    async fn write_to(queue: &mpsc::Sender<Waiting>, what: What) -> Result<(), NotStored> {
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
        self.write(What::Record {
            room,
            record,
            finished,
        })
        .await
    }
}

impl Write {
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
                () = tokio::time::sleep(limits::TRY_AGAIN), if self.findings.is_lost() => {
                    let (done, _) = oneshot::channel();
                    let what = What::Trial;
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
            self.findings.note(&answer, matches!(one.what, What::Trial));
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
        let answer = transact(&mut connection, writes).await;
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
}

/// Why a transaction was not committed.
enum Failure {
    /// One of its writes can't be; the others may.
    OfOne(NotStored),
    /// The database can't write at all now.
    OfAll(NotStored),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        match code::of(&error) {
            Some(code::CONSTRAINT | code::CORRUPT) => Self::OfOne(error.into()),
            _ => Self::OfAll(NotStored::Unable(error.to_string())),
        }
    }
}

impl From<NotStored> for Failure {
    fn from(reason: NotStored) -> Self {
        Self::OfOne(reason)
    }
}

async fn transact(connection: &mut SqliteConnection, writes: &[Waiting]) -> Result<(), Failure> {
    #[cfg(feature = "failpoints")]
    {
        crate::faults::begins().map_err(Failure::OfAll)?;
        if crate::faults::is(crate::faults::Mutant::HalfCommit) {
            return half::transact(connection, writes).await;
        }
    }
    let mut transaction = connection.begin_with("begin immediate").await?;
    for write in writes {
        rows::insert(&mut transaction, &write.what).await?;
    }
    #[cfg(feature = "failpoints")]
    crate::faults::commits().map_err(Failure::OfAll)?;
    transaction.commit().await?;
    #[cfg(feature = "failpoints")]
    crate::faults::committed().map_err(Failure::OfAll)?;
    Ok(())
}
