//! Streams records to a reader while their rows are read, so that a long log is never in memory as
//! a whole.

use std::{
    collections::VecDeque,
    iter::Fuse,
    sync::mpsc::{Receiver, SendError, Sender, channel},
    thread::{self, Scope},
};

use senda_room::Record;

use super::record_row::{ReadError, RecordRow, corrupt};
use crate::{limits, process::blocking::BlockingWork};

/// A function that consumes the records of a log in their order.
pub trait RecordReader<T>: FnOnce(&mut dyn Iterator<Item = Record>) -> T + Send + 'static {}

impl<T, F: FnOnce(&mut dyn Iterator<Item = Record>) -> T + Send + 'static> RecordReader<T> for F {}

/// Passes the records of the rows to a reader. Returns an error if one of the rows can't be read or
/// parsed.
pub(crate) fn read_records<T>(
    rows: impl Iterator<Item = Result<RecordRow, ReadError>>,
    reader: impl RecordReader<T>,
) -> Result<T, ReadError> {
    thread::scope(|scope| {
        let mut records = Records::of(rows, || ParserThread::start(scope));
        let mut failure = None;
        let mut parsed = std::iter::from_fn(|| match records.next()? {
            Ok(record) => Some(record),
            Err(error) => {
                failure = Some(error);
                None
            }
        });
        let result = reader(&mut parsed);
        match failure {
            Some(error) => Err(error),
            None => Ok(result),
        }
    })
}

/// Runs a read on a separate thread, since a log may have thousands of records.
pub(crate) async fn parse_beside_the_tasks<T: Send + 'static>(
    threads: &BlockingWork,
    read: impl FnOnce() -> Result<T, ReadError> + Send + 'static,
) -> Result<T, ReadError> {
    let read = threads.run(read).await;
    // The message of the panic may contain a player's hidden tiles, so it is left out.
    read.unwrap_or_else(|_| Err(corrupt(0, "what happened is impossible".to_owned())))
}

/// A batch of rows, before and after it is parsed.
type Rows = Vec<Result<RecordRow, ReadError>>;
type Parsed = Vec<Result<Record, ReadError>>;

/// An iterator over the records of rows. Without a second thread, one thread would read and parse
/// all rows. Parsing takes most of the time, so a second thread parses two thirds of a long log.
struct Records<R> {
    rows: Fuse<R>,
    /// The records that come next.
    next: std::vec::IntoIter<Result<Record, ReadError>>,
    /// The second thread; `None` if this thread parses all rows.
    other: Option<ParserThread>,
    /// The batches after these records, in their order.
    ahead: VecDeque<Ahead>,
    /// The number of batches that were read.
    read: usize,
}

/// A batch that comes later.
enum Ahead {
    /// The second thread parses the batch.
    Given,
    Parsed(Parsed),
}

/// The second thread, which parses rows.
struct ParserThread {
    rows: Sender<Rows>,
    records: Receiver<Parsed>,
}

impl<R: Iterator<Item = Result<RecordRow, ReadError>>> Records<R> {
    fn of(rows: R, start: impl FnOnce() -> Option<ParserThread>) -> Self {
        let mut records = Self {
            rows: rows.fuse(),
            next: Vec::new().into_iter(),
            other: None,
            ahead: VecDeque::new(),
            read: 0,
        };
        // Most logs are too short for a second thread.
        let first = records.read();
        if first.len() == limits::ROWS_TOGETHER {
            records.other = start();
        }
        records.take_in(first);
        records
    }

    fn read(&mut self) -> Rows {
        self.read += 1;
        self.rows.by_ref().take(limits::ROWS_TOGETHER).collect()
    }

    /// Gives two of three batches to the second thread, since this thread also reads the rows and
    /// runs the reader.
    fn take_in(&mut self, rows: Rows) {
        let rows = match &self.other {
            Some(other) if !self.read.is_multiple_of(3) => match other.rows.send(rows) {
                Ok(()) => return self.ahead.push_back(Ahead::Given),
                // The thread has panicked, which its scope reports.
                Err(SendError(rows)) => rows,
            },
            _ => rows,
        };
        self.ahead.push_back(Ahead::Parsed(parse(rows)));
    }

    /// Returns the next batch of records; `None` if there is none.
    fn take(&mut self) -> Option<Parsed> {
        while self.ahead.len() < limits::ROWS_AHEAD {
            let rows = self.read();
            if rows.is_empty() {
                break;
            }
            self.take_in(rows);
        }
        match self.ahead.pop_front()? {
            Ahead::Given => self.other.as_ref()?.records.recv().ok(),
            Ahead::Parsed(records) => Some(records),
        }
    }
}

impl<R: Iterator<Item = Result<RecordRow, ReadError>>> Iterator for Records<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.next.len() == 0 {
            self.next = self.take()?.into_iter();
        }
        self.next.next()
    }
}

impl ParserThread {
    /// Starts the thread; returns `None` if the system allows no more threads.
    fn start<'scope>(scope: &'scope Scope<'scope, '_>) -> Option<Self> {
        let (rows, given) = channel();
        let (done, records) = channel();
        let understand = move || {
            // A reader that needs no more records drops both channels.
            while let Ok(rows) = given.recv()
                && done.send(parse(rows)).is_ok()
            {}
        };
        let thread = thread::Builder::new().name("log reader".to_owned());
        thread.spawn_scoped(scope, understand).ok()?;
        Some(Self { rows, records })
    }
}

fn parse(rows: Rows) -> Parsed {
    let rows = rows.into_iter();
    rows.map(|row| row.and_then(RecordRow::record)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    use super::*;

    const TOGETHER: usize = limits::ROWS_TOGETHER;

    fn row(version: usize, events: &str) -> RecordRow {
        RecordRow {
            version: i64::try_from(version).unwrap(),
            at: 0,
            cause_player: None,
            cause_id: None,
            format: 1,
            events: events.into(),
        }
    }

    fn log(rows: usize) -> impl Iterator<Item = Result<RecordRow, ReadError>> {
        (1..=rows).map(|version| Ok(row(version, "[]")))
    }

    #[test]
    fn streams_any_number_of_rows_in_their_order() {
        for rows in [
            0,
            1,
            TOGETHER - 1,
            TOGETHER,
            TOGETHER + 1,
            2 * TOGETHER,
            9 * TOGETHER + 7,
        ] {
            let versions = read_records(log(rows), |records| {
                records
                    .map(|record| record.version as usize)
                    .collect::<Vec<_>>()
            });
            assert!(versions.unwrap().into_iter().eq(1..=rows), "{rows} rows");
        }
    }

    #[test]
    fn stops_at_a_row_that_cannot_be_parsed() {
        for bad in [1, TOGETHER, TOGETHER + 1, 6 * TOGETHER + 5] {
            let rows = log(8 * TOGETHER).enumerate().map(move |(at, kept)| {
                if at + 1 == bad {
                    Ok(row(bad, "nonsense"))
                } else {
                    kept
                }
            });
            let seen = Arc::new(AtomicUsize::new(0));
            let counted = seen.clone();
            let read = read_records(rows, move |records| {
                counted.store(records.count(), Ordering::Relaxed);
            });
            let Err(ReadError::Corrupt { which, .. }) = read else {
                panic!("{read:?}");
            };
            assert_eq!(which, i64::try_from(bad).unwrap());
            assert_eq!(seen.load(Ordering::Relaxed), bad - 1);
        }
    }

    #[test]
    fn stops_at_a_row_that_cannot_be_read() {
        let broken = || Err(ReadError::Database("gone".to_owned()));
        let rows = log(3 * TOGETHER).chain(std::iter::once_with(broken));
        let read = read_records(rows, |records| records.count());
        assert!(matches!(read, Err(ReadError::Database(_))), "{read:?}");
    }

    #[test]
    fn parses_all_rows_without_a_second_thread() {
        let rows = 9 * TOGETHER + 7;
        let records = Records::of(log(rows), || None);
        let versions = records.map(|record| record.unwrap().version as usize);
        assert!(versions.eq(1..=rows));
    }

    #[test]
    fn a_reader_may_stop_early() {
        let third = read_records(log(9 * TOGETHER), |records| records.nth(2));
        assert_eq!(third.unwrap().unwrap().version, 3);
    }
}
