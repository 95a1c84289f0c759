//! How logs are read: on connections and threads of their own, beside the tasks that serve others, since a log may
//! have thousands of records.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use rusqlite::Connection;
use senda_room::Record;

use super::{folder, row, statement};
use crate::{
    limits,
    store::{parameter::Parameter, read::ReadError},
};

/// The connections by which logs are read; cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct LogReader(Arc<Idle>);

#[derive(Debug)]
struct Idle {
    file: PathBuf,
    connections: Mutex<Vec<Connection>>,
}

impl LogReader {
    /// For the database in that file.
    pub fn new(file: PathBuf) -> Self {
        Self(Arc::new(Idle {
            file,
            connections: Mutex::default(),
        }))
    }

    /// The records that a statement selects, which names the columns of a record.
    pub async fn records(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
    ) -> Result<Vec<Record>, ReadError> {
        let idle = self.0.clone();
        let reading = move || idle.read(statement, &parameters);
        let read = tokio::task::spawn_blocking(reading).await;
        read.unwrap_or_else(|panic| {
            Err(ReadError::Corrupt {
                what: "a log",
                which: 0,
                reason: panic.to_string(),
            })
        })
    }

    /// Closes what is open; what is being read is read to its end.
    pub fn close(&self) {
        self.0.connections().clear();
    }
}

impl Idle {
    fn read(&self, statement: &str, parameters: &[Parameter]) -> Result<Vec<Record>, ReadError> {
        let idle = self.connections().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => folder::open_log(&self.file)?,
        };
        let records: Result<Vec<Record>, ReadError> = {
            let mut prepared = connection.prepare_cached(statement)?;
            statement::bind(&mut prepared, parameters)?;
            let rows = prepared.raw_query().and_then(row::record);
            rows.collect()
        };
        let mut connections = self.connections();
        // Whoever fails may have a connection that does.
        if records.is_ok() && connections.len() < limits::READ_AT_ONCE {
            connections.push(connection);
        }
        records
    }

    fn connections(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
