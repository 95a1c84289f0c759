//! What is stored, in the words of the room; or why it can't be.

use senda_room::{Cause, LogEvent, PlayerId, Record, Time, protocol::CommandId};
use sqlx::{Row, sqlite::SqliteRow};

use super::code;

/// Why something can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The database refuses.
    #[error("the database can't be read: {0}")]
    Database(sqlx::Error),
    /// A page of the database that it is on is damaged; others may not be.
    #[error("the database is damaged there: {0}")]
    Damaged(sqlx::Error),
    /// What is stored makes no sense.
    #[error("{what} {which} can't be understood: {reason}")]
    Corrupt {
        /// The kind of thing.
        what: &'static str,
        /// Which of them.
        which: i64,
        /// Why.
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

impl From<sqlx::Error> for ReadError {
    fn from(error: sqlx::Error) -> Self {
        match code::of(&error) {
            Some(code::CORRUPT) => Self::Damaged(error),
            _ => Self::Database(error),
        }
    }
}

/// Records of a log, read beside the tasks that serve others: there may be thousands.
pub(super) async fn records(rows: Vec<SqliteRow>) -> Result<Vec<Record>, ReadError> {
    let reading = move || rows.iter().map(record).collect();
    let read = tokio::task::spawn_blocking(reading).await;
    read.unwrap_or_else(|panic| {
        Err(ReadError::Corrupt {
            what: "a log",
            which: 0,
            reason: panic.to_string(),
        })
    })
}

/// A record of the log.
pub(super) fn record(row: &SqliteRow) -> Result<Record, ReadError> {
    let version: i64 = row.try_get("version")?;
    let corrupt = |reason| ReadError::Corrupt {
        what: "record",
        which: version,
        reason,
    };
    let at: i64 = row.try_get("at")?;
    let cause = match (row.try_get("cause_player")?, row.try_get("cause_id")?) {
        (Some(by), Some(id)) => Some(cause(by, id).map_err(corrupt)?),
        (None, None) => None,
        _ => return Err(corrupt("half of its cause is missing".to_owned())),
    };
    let happened: Vec<LogEvent> =
        serde_json::from_str(row.try_get("events")?).map_err(|error| {
            if is_of_later(&error) {
                let reason = format!("an unknown word at column {}", error.column());
                ReadError::Newer { version, reason }
            } else {
                corrupt(place(&error))
            }
        })?;
    Ok(Record {
        version: u32::try_from(version).map_err(|e| corrupt(e.to_string()))?,
        at: Time(u64::try_from(at).map_err(|e| corrupt(e.to_string()))?),
        cause,
        happened,
    })
}

pub(super) fn player(id: &str) -> Result<PlayerId, String> {
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

/// Whether it is well-formed and has a word that only a later program can have written: what
/// happens is never renamed, only added to.
fn is_of_later(error: &serde_json::Error) -> bool {
    let words = error.to_string();
    error.is_data() && (words.starts_with("unknown variant") || words.starts_with("unknown field"))
}
