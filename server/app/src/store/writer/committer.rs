//! What commits: it waits for the disk, and so has a thread of its own meanwhile.

use std::{path::PathBuf, time::Duration};

use rusqlite::Connection;
use tokio::time::Instant;

use super::{active::ActiveRooms, disk::Disk, failure::Failure, rows, write::Write};
use crate::store::{folder, log::NotStored};

/// The one connection by which everything is written.
pub(super) struct Committer<D> {
    disk: D,
    file: PathBuf,
    /// `None` at first and after a failure, until the next write.
    connection: Option<Connection>,
    active: ActiveRooms,
}

/// What came of writes that were to be committed together.
pub(super) struct Committed {
    /// Of each, in their order.
    pub answers: Vec<Result<(), NotStored>>,
    /// Transactions that were committed.
    pub transactions: u32,
    /// How long all of it took, the disk included.
    pub took: Duration,
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
    pub fn commit_all(&mut self, together: &[&Write]) -> Committed {
        let began = Instant::now();
        let mut transactions = 0;
        let mut of_all = match self.commit(together) {
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
                None => match self.commit(&[one]) {
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

    fn commit(&mut self, writes: &[&Write]) -> Result<(), Failure> {
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
        let transaction = self.disk.begin(connection)?;
        for write in writes {
            rows::insert(&transaction, write, &mut self.active)?;
        }
        self.disk.commit(transaction)?;
        Ok(())
    }
}
