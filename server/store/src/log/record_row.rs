//! The rows of the log, and their conversion to records.

use senda_room::{Cause, FORMAT, LogEvent, PlayerId, Record, Time, protocol::CommandId};

/// The reason why data can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The database rejects the query.
    #[error("the database can't be read: {0}")]
    Database(String),
    /// A page that holds the data is damaged. Other pages may be intact.
    #[error("the database is damaged there: {0}")]
    Damaged(String),
    /// The stored data can't be parsed.
    #[error("{what} {which} can't be understood: {reason}")]
    Corrupt {
        /// The kind of the stored object.
        what: &'static str,
        /// The version of a record, or 0.
        which: i64,
        /// The reason, without any of the stored text, which may contain a player's hidden tiles.
        reason: String,
    },
    /// The stored data may be valid for a later version of this program.
    #[error("record {version} is of a newer Senda: {reason}")]
    Newer {
        /// The version number of the record.
        version: i64,
        /// The reason why this program can't parse it.
        reason: String,
    },
}

/// A row of the log.
pub(crate) struct RecordRow {
    pub version: i64,
    pub at: i64,
    pub cause_player: Option<String>,
    pub cause_id: Option<String>,
    pub format: i64,
    pub events: Vec<u8>,
}

impl RecordRow {
    /// Parses the row as a record.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the row is not a valid record of this version.
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
        // One check for the whole text saves a check for each string in it.
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

/// Returns the error for a record that can't be parsed.
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

/// Returns the kind and position of a JSON error, without any of the text, which may contain a
/// player's hidden tiles.
fn place(error: &serde_json::Error) -> String {
    format!("{:?} error at column {}", error.classify(), error.column())
}
