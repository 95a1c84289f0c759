//! How logs are read: on connections and threads of their own, beside the tasks that serve others, since a log may
//! have thousands of records.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use rusqlite::Connection;

use super::{folder, row, statement};
use crate::{
    blocking::BlockingWork,
    limits,
    store::{
        fold::{Fold, beside_the_tasks, folded},
        parameter::Parameter,
        read::ReadError,
    },
};

/// The connections by which logs are read; cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct LogReader(Arc<Idle>);

#[derive(Debug)]
struct Idle {
    file: PathBuf,
    threads: BlockingWork,
    connections: Mutex<Vec<Connection>>,
}

impl LogReader {
    /// For the database in that file.
    pub fn new(file: PathBuf) -> Self {
        Self(Arc::new(Idle {
            file,
            threads: BlockingWork::new(limits::READ_AT_ONCE),
            connections: Mutex::default(),
        }))
    }

    /// What becomes of the records that a statement selects, which names the columns of a record.
    pub async fn fold<T: Send + 'static>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
        fold: impl Fold<T>,
    ) -> Result<T, ReadError> {
        let idle = self.0.clone();
        let read = move || idle.read(statement, &parameters, fold);
        beside_the_tasks(&self.0.threads, read).await
    }

    /// Closes what is open; what is being read is read to its end.
    pub fn close(&self) {
        self.0.connections().clear();
    }
}

impl Idle {
    fn read<T>(
        &self,
        statement: &str,
        parameters: &[Parameter],
        fold: impl Fold<T>,
    ) -> Result<T, ReadError> {
        let idle = self.connections().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => folder::open_log(&self.file)?,
        };
        let folded = {
            let mut prepared = connection.prepare_cached(statement)?;
            statement::bind(&mut prepared, parameters)?;
            folded(prepared.raw_query().and_then(row::kept), fold)
        };
        let mut connections = self.connections();
        // Whoever fails may have a connection that does.
        if folded.is_ok() && connections.len() < limits::READ_AT_ONCE {
            connections.push(connection);
        }
        folded
    }

    fn connections(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
