//! Commits writes to SQLite, on a thread of its own.
//!
//! The thread is not one of the pool that tokio shares among all blocking work: every move waits for a commit, so nothing
//! that a guest can make slow (a DNS look-up, a long log, a bot) may come before it.

use std::{io, path::PathBuf, sync::mpsc, thread};

use rusqlite::{Connection, TransactionBehavior};
use tokio::{sync::oneshot, time::Instant};

use super::{execute, folder, stamp::LogStamper};
use crate::{
    log::NotStored,
    rooms::ActiveRooms,
    write::{Commit, CommitResult, Disk, Failure, QueuedWrite, Write},
};

/// The thread that commits. It ends when this is dropped or closed.
pub(crate) struct CommitThread {
    batches: mpsc::Sender<CommitJob>,
    /// Ready when the thread has closed the database.
    ended: oneshot::Receiver<()>,
}

/// Writes to commit together, and where their results go.
struct CommitJob {
    together: Vec<QueuedWrite>,
    done: oneshot::Sender<(Vec<QueuedWrite>, CommitResult)>,
}

impl CommitThread {
    /// Starts the thread for the database in that file, which has its tables.
    ///
    /// # Errors
    /// The system allows no more threads.
    pub fn start<D: Disk>(file: PathBuf, disk: D) -> io::Result<Self> {
        let (batches, next) = mpsc::channel::<CommitJob>();
        let (end, ended) = oneshot::channel();
        let mut committer = Committer::new(file, disk);
        let commit = move || {
            while let Ok(CommitJob { together, done }) = next.recv() {
                let writes: Vec<&Write> = together.iter().map(|one| &one.write).collect();
                let result = committer.commit_all(&writes);
                // The writer waits for each batch, until the whole server ends.
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
        // A thread that panicked drops its end.
        let (together, result) = answer.await.ok()?;
        Some((self, together, result))
    }

    async fn close(self) {
        drop(self.batches);
        // A database that can't be closed is closed by the process's end.
        let _ = self.ended.await;
    }
}

/// The one connection by which everything is written.
struct Committer<D> {
    disk: D,
    file: PathBuf,
    /// `None` at first and after a failure, until the next write.
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

    /// Commits them together. If one of them can't be written, each alone, so that a bad one spoils
    /// no other; if the database fails, none: it would keep all the others waiting once for each.
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
        // Nothing at all can be written to what can't be opened, for whatever reason.
        let (mut connection, mut stamper) = self
            .connection
            .take()
            .map_or_else(|| self.open(), Ok)
            .map_err(|error| Failure::OfAll(NotStored::Unable(error.to_string())))?;
        // The database may have ended the transaction by itself (a full disk does that), so after a failure it is
        // opened anew. What the old connection would complain about is what has just failed.
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
