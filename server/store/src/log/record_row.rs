//! What is stored, in the words of the room; or why it can't be.

use senda_room::{Cause, FORMAT, LogEvent, PlayerId, Record, Time, protocol::CommandId};

/// Why something can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The database refuses.
    #[error("the database can't be read: {0}")]
    Database(String),
    /// A page of the database that it is on is damaged; others may not be.
    #[error("the database is damaged there: {0}")]
    Damaged(String),
    /// What is stored makes no sense.
    #[error("{what} {which} can't be understood: {reason}")]
    Corrupt {
        /// The kind of thing.
        what: &'static str,
        /// Which of them.
        which: i64,
        /// Never what is there, which may be a hand.
        reason: String,
    },
    /// What is stored may make sense to a later version of this program.
    #[error("record {version} is of a newer Senda: {reason}")]
    Newer {
        /// The version of the record.
        version: i64,
        /// How it shows.
        reason: String,
    },
}

/// A row of the log as a database gives it, with its columns in this order.
pub(crate) struct RecordRow {
    pub version: i64,
    pub at: i64,
    pub cause_player: Option<String>,
    pub cause_id: Option<String>,
    pub format: i64,
    pub events: Vec<u8>,
}

impl RecordRow {
    /// The record of the row.
    pub fn record(self) -> Result<Record, ReadError> {
        let corrupt = |reason| corrupt(self.version, reason);
        let cause = match (&self.cause_player, &self.cause_id) {
            (Some(by), Some(id)) => Some(cause(by, id).map_err(corrupt)?),
            (None, None) => None,
            _ => return Err(corrupt("half of its cause is missing".to_owned())),
        };
        let unread = |reason| {
            let version = self.version;
            if self.format > i64::from(FORMAT) {
                ReadError::Newer { version, reason }
            } else {
                corrupt(reason)
            }
        };
        // Looked through once, and not again for each text in it.
        let events =
            std::str::from_utf8(&self.events).map_err(|error| unread(error.to_string()))?;
        let happened: Vec<LogEvent> =
            serde_json::from_str(events).map_err(|error| unread(place(&error)))?;
        Ok(Record {
            version: u32::try_from(self.version).map_err(|e| corrupt(e.to_string()))?,
            at: Time(u64::try_from(self.at).map_err(|e| corrupt(e.to_string()))?),
            cause,
            happened,
        })
    }
}

/// What it means that a record makes no sense.
pub(crate) fn corrupt(version: i64, reason: String) -> ReadError {
    ReadError::Corrupt {
        what: "record",
        which: version,
        reason,
    }
}

fn cause(by: &str, id: &str) -> Result<Cause, String> {
    let id = CommandId::new(id).map_err(|error| error.to_string())?;
    let player = by.parse().map(PlayerId);
    let player = player.map_err(|error: uuid::Error| error.to_string())?;
    Ok(Cause { player, id })
}

/// Where a record can't be read; never what is there, which may be a hand.
fn place(error: &serde_json::Error) -> String {
    format!("{:?} error at column {}", error.classify(), error.column())
}
