//! What commits: it waits for the disk, and so has a thread of its own meanwhile.

use std::path::PathBuf;

use rusqlite::{Connection, TransactionBehavior};
use tokio::time::Instant;

use super::{folder, rows};
use crate::store::{
    active::ActiveRooms,
    commits::Committed,
    disk::Disk,
    failure::Failure,
    log::NotStored,
    write::Write,
    writer::{Commit, Waiting},
};

/// The one connection by which everything is written.
pub(in crate::store) struct Committer<D> {
    disk: D,
    file: PathBuf,
    /// `None` at first and after a failure, until the next write.
    connection: Option<Connection>,
    active: ActiveRooms,
}

impl<D: Disk> Commit for Committer<D> {
    async fn commit(mut self, together: Vec<Waiting>) -> Option<(Self, Vec<Waiting>, Committed)> {
        // Waiting for the disk holds up none of the tasks.
        let committing = tokio::task::spawn_blocking(move || {
            let writes: Vec<&Write> = together.iter().map(|one| &one.what).collect();
            let committed = self.commit_all(&writes);
            (self, together, committed)
        });
        committing.await.ok()
    }

    async fn close(self) {
        // A database that can't be closed is closed by the process's end.
        let _ = tokio::task::spawn_blocking(move || drop(self)).await;
    }
}

impl<D: Disk> Committer<D> {
    /// For the database in that file, with its tables.
    pub fn new(file: PathBuf, disk: D) -> Self {
        Self {
            disk,
            file,
            connection: None,
            active: ActiveRooms::default(),
        }
    }

    /// Commits them together. If one of them can't be written, each alone, so that a bad one spoils
    /// no other; if the database fails, none: it would keep all the others waiting once for each.
    fn commit_all(&mut self, together: &[&Write]) -> Committed {
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
        Committed {
            answers,
            transactions,
            took: began.elapsed(),
        }
    }

    fn commit_together(&mut self, writes: &[&Write]) -> Result<(), Failure> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            // Nothing at all can be written to what can't be opened, for whatever reason.
            None => folder::open_log(&self.file)
                .map_err(|error| Failure::OfAll(NotStored::Unable(error.to_string())))?,
        };
        // The database may have ended the transaction by itself (a full disk does that), so after a failure it is
        // opened anew. What the old connection would complain about is what has just failed.
        match self.transact(&mut connection, writes) {
            Ok(()) => {
                self.connection = Some(connection);
                Ok(())
            }
            Err(failure) => {
                self.active.forget();
                Err(failure)
            }
        }
    }

    fn transact(&mut self, connection: &mut Connection, writes: &[&Write]) -> Result<(), Failure> {
        self.disk.begin()?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for write in writes {
            rows::insert(&transaction, write, &self.active)?;
        }
        self.disk.commit()?;
        transaction.commit()?;
        self.disk.committed()?;
        Ok(())
    }
}
