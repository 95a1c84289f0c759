//! Commits writes to SQLite on a thread of its own.
//!
//! The thread is not one of the pool that tokio shares among all blocking work. Every move waits
//! for a commit, so no work that a guest can make slow (a DNS look-up, a long log, a bot) may delay
//! it.

use std::{io, path::PathBuf, sync::mpsc, thread};

use rusqlite::{Connection, TransactionBehavior};
use tokio::{sync::oneshot, time::Instant};

use super::{execute, folder, stamp::LogStamper};
use crate::{
    log::NotStored,
    rooms::ActiveRooms,
    write::{Commit, CommitResult, Disk, Failure, QueuedWrite, Write},
};

/// The thread that commits. It ends when this handle is dropped or closed.
pub(crate) struct CommitThread {
    batches: mpsc::Sender<CommitJob>,
    /// Resolves when the thread has closed the database.
    ended: oneshot::Receiver<()>,
}

/// Writes to commit together, with the channel for their results.
struct CommitJob {
    together: Vec<QueuedWrite>,
    done: oneshot::Sender<(Vec<QueuedWrite>, CommitResult)>,
}

impl CommitThread {
    /// Starts the thread for the database in that file, which must have its tables.
    ///
    /// # Errors
    /// Returns the error of the system if it allows no more threads.
    pub fn start<D: Disk>(file: PathBuf, disk: D) -> io::Result<Self> {
        let (batches, next) = mpsc::channel::<CommitJob>();
        let (end, ended) = oneshot::channel();
        let mut committer = Committer::new(file, disk);
        let commit = move || {
            while let Ok(CommitJob { together, done }) = next.recv() {
                let writes: Vec<&Write> = together.iter().map(|one| &one.write).collect();
                let result = committer.commit_all(&writes);
                // The writer waits for each result until the whole server ends.
                let _ = done.send((together, result));
            }
            drop(committer);
            let _ = end.send(());
        };
        let thread = thread::Builder::new().name("commits".to_owned());
        thread.spawn(commit)?;
        Ok(Self { batches, ended })
    }
}

impl Commit for CommitThread {
    async fn commit(
        self,
        together: Vec<QueuedWrite>,
    ) -> Option<(Self, Vec<QueuedWrite>, CommitResult)> {
        let (done, answer) = oneshot::channel();
        self.batches.send(CommitJob { together, done }).ok()?;
        // A thread that panicked drops its end of the channel.
        let (together, result) = answer.await.ok()?;
        Some((self, together, result))
    }

    async fn close(self) {
        drop(self.batches);
        // A database that can't be closed ends with the process.
        let _ = self.ended.await;
    }
}

/// A committer with the only connection that writes to the database.
struct Committer<D> {
    disk: D,
    file: PathBuf,
    /// The connection; `None` at first and after a failure, until the next write.
    connection: Option<(Connection, LogStamper)>,
    active: ActiveRooms,
}

impl<D: Disk> Committer<D> {
    fn new(file: PathBuf, disk: D) -> Self {
        Self {
            disk,
            file,
            connection: None,
            active: ActiveRooms::default(),
        }
    }

    /// Commits the writes together. If one of them can't be stored, commits each alone, so that it
    /// does not affect the others. If the database fails, commits none: otherwise every write would
    /// wait for the failure of every other one.
    fn commit_all(&mut self, together: &[&Write]) -> CommitResult {
        let began = Instant::now();
        let mut transactions = 0;
        let mut of_all = match self.commit_together(together) {
            Ok(()) => {
                transactions = 1;
                Some(Ok(()))
            }
            Err(Failure::OfAll(reason)) => Some(Err(reason)),
            Err(Failure::OfOne(reason)) if together.len() == 1 => Some(Err(reason)),
            Err(Failure::OfOne(_)) => None,
        };
        let mut answers = Vec::with_capacity(together.len());
        for &one in together {
            answers.push(match &of_all {
                Some(answer) => answer.clone(),
                None => match self.commit_together(&[one]) {
                    Ok(()) => {
                        transactions += 1;
                        Ok(())
                    }
                    Err(Failure::OfOne(reason)) => Err(reason),
                    Err(Failure::OfAll(reason)) => {
                        of_all = Some(Err(reason.clone()));
                        Err(reason)
                    }
                },
            });
        }
        CommitResult {
            answers,
            transactions,
            took: began.elapsed(),
        }
    }

    fn commit_together(&mut self, writes: &[&Write]) -> Result<(), Failure> {
        // Without a connection no write can be stored, whatever the reason.
        let (mut connection, mut stamper) = self
            .connection
            .take()
            .map_or_else(|| self.open(), Ok)
            .map_err(|error| Failure::OfAll(NotStored::Unable(error.to_string())))?;
        // The database may have ended the transaction by itself (on a full disk it does), so it is
        // reopened after a failure. An error while the old connection is closed is a consequence of
        // that failure.
        match self.transact(&mut connection, writes) {
            Ok(()) => {
                stamper.committed(&connection);
                self.connection = Some((connection, stamper));
                Ok(())
            }
            Err(failure) => {
                self.active.forget();
                Err(failure)
            }
        }
    }

    fn open(&self) -> rusqlite::Result<(Connection, LogStamper)> {
        let connection = folder::open_log(&self.file)?;
        let log = self.file.with_extension("sqlite-wal");
        Ok((connection, LogStamper::new(log)))
    }

    fn transact(&mut self, connection: &mut Connection, writes: &[&Write]) -> Result<(), Failure> {
        self.disk.begin()?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for write in writes {
            execute::execute(&transaction, write, &self.active)?;
        }
        self.disk.commit()?;
        transaction.commit()?;
        self.disk.committed()?;
        Ok(())
    }
}
