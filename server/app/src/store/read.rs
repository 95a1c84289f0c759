//! What is stored, in the words of the room; or why it can't be.

use senda_room::{
    Cause, FORMAT, LogEvent, Person, PlayerId, Record, Time,
    protocol::{CommandId, Name},
};

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

/// Somebody who has been here.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Visitor {
    /// With the name that they chose last.
    pub person: Person,
    /// When they were last here, to the day; `None` for those who came before that was kept.
    pub seen: Option<Time>,
}

/// A row of the table of players: who, the name that they chose last, and when they were last here.
pub(super) type PlayerRow = (String, String, Option<i64>);

impl TryFrom<PlayerRow> for Visitor {
    type Error = ReadError;

    fn try_from((id, name, seen_at): PlayerRow) -> Result<Self, ReadError> {
        let corrupt = |reason| ReadError::Corrupt {
            what: "player",
            which: 0,
            reason,
        };
        let name = Name::stored(&name).map_err(|error| corrupt(error.to_string()))?;
        let seen = seen_at.map(u64::try_from).transpose();
        let seen = seen.map_err(|error| corrupt(error.to_string()))?;
        Ok(Self {
            person: Person {
                player: player(&id).map_err(corrupt)?,
                name,
                bot: None,
            },
            seen: seen.map(Time),
        })
    }
}

/// A row of the log as a database gives it, with its columns in this order.
pub(super) struct RecordRow {
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
pub(super) fn corrupt(version: i64, reason: String) -> ReadError {
    ReadError::Corrupt {
        what: "record",
        which: version,
        reason,
    }
}

fn player(id: &str) -> Result<PlayerId, String> {
    id.parse()
        .map(PlayerId)
        .map_err(|error: uuid::Error| error.to_string())
}

fn cause(by: &str, id: &str) -> Result<Cause, String> {
    let id = CommandId::new(id).map_err(|error| error.to_string())?;
    Ok(Cause {
        player: player(by)?,
        id,
    })
}

/// Where a record can't be read; never what is there, which may be a hand.
fn place(error: &serde_json::Error) -> String {
    format!("{:?} error at column {}", error.classify(), error.column())
}
