//! Reads logs on connections and threads of their own, since a log may have thousands of records.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
};

use rusqlite::Connection;

use super::{folder, record_row, statement};
use crate::{
    limits,
    log::{ReadError, RecordReader, parse_beside_the_tasks, read_records},
    process::{blocking::BlockingWork, lock},
    statement::Parameter,
};

/// The connections for reading logs; cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct LogReader(Arc<LogConnections>);

#[derive(Debug)]
struct LogConnections {
    file: PathBuf,
    threads: BlockingWork,
    connections: Mutex<Vec<Connection>>,
}

impl LogReader {
    /// Creates a reader of the database in that file, without connections yet.
    pub fn new(file: PathBuf) -> Self {
        Self(Arc::new(LogConnections {
            file,
            threads: BlockingWork::new(limits::READ_AT_ONCE),
            connections: Mutex::default(),
        }))
    }

    /// Passes the records of a query to a reader. The query selects the columns of a record in
    /// their order.
    pub async fn stream<T: Send + 'static>(
        &self,
        statement: &'static str,
        parameters: Vec<Parameter>,
        reader: impl RecordReader<T>,
    ) -> Result<T, ReadError> {
        let connections = self.0.clone();
        let read = move || connections.read(statement, &parameters, reader);
        parse_beside_the_tasks(&self.0.threads, read).await
    }

    /// Closes the idle connections. Reads that have begun are finished.
    pub fn close(&self) {
        lock(&self.0.connections).clear();
    }
}

impl LogConnections {
    fn read<T>(
        &self,
        statement: &str,
        parameters: &[Parameter],
        reader: impl RecordReader<T>,
    ) -> Result<T, ReadError> {
        let idle = lock(&self.connections).pop();
        let connection = match idle {
            Some(connection) => connection,
            None => folder::open_log(&self.file)?,
        };
        let result = {
            let mut prepared = connection.prepare_cached(statement)?;
            statement::bind(&mut prepared, parameters)?;
            read_records(prepared.raw_query().and_then(record_row::read), reader)
        };
        let mut connections = lock(&self.connections);
        // The connection of a read that failed may be broken, so it is not kept.
        if result.is_ok() && connections.len() < limits::READ_AT_ONCE {
            connections.push(connection);
        }
        result
    }
}
