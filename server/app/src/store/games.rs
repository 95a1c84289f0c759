//! Finished games, as the log tells them.

use senda_room::{LogEvent, PlayerId, Record};
use sqlx::Row;

use super::{ReadError, Store, read};
use crate::room_id::RoomId;

impl Store {
    /// The records of a room from the end of the game before to the end of that one; `None` if it has
    /// no finished game of that number.
    ///
    /// # Errors
    /// The database can't be read, or a record makes no sense.
    pub async fn finished_game(
        &self,
        room: RoomId,
        round: u32,
    ) -> Result<Option<Vec<Record>>, ReadError> {
        let ends = sqlx::query(
            "select round, version from finished_game where room = $1 and round in ($2, $2 - 1)
             order by round",
        )
        .bind(room.as_str())
        .bind(i64::from(round))
        .fetch_all(&self.readers)
        .await?;
        let mut before = 0;
        let mut end = None;
        for row in &ends {
            let version: i64 = row.try_get("version")?;
            if row.try_get::<i64, _>("round")? == i64::from(round) {
                end = Some(version);
            } else {
                before = version;
            }
        }
        let Some(end) = end else { return Ok(None) };
        let rows = sqlx::query(
            "select version, at, cause_player, cause_id, events from record
             where room = $1 and version > $2 and version <= $3 order by version",
        )
        .bind(room.as_str())
        .bind(before)
        .bind(end)
        .fetch_all(&self.readers)
        .await?;
        read::records(rows).await.map(Some)
    }

    /// Whether someone was removed from a room and not let in again.
    ///
    /// # Errors
    /// The database can't be read, or a record makes no sense.
    pub async fn is_barred(&self, room: RoomId, player: PlayerId) -> Result<bool, ReadError> {
        // Names may hold these words as well: the records say what it really is.
        let rows = sqlx::query(
            "select version, at, cause_player, cause_id, events from record where room = $1
             and (events like '%\"barred\"%' or events like '%\"readmitted\"%') order by version",
        )
        .bind(room.as_str())
        .fetch_all(&self.readers)
        .await?;
        let mut bar = None;
        for row in &rows {
            for happened in read::record(row)?.happened {
                match happened {
                    LogEvent::Barred { barred, person } if person.player == player => {
                        bar = Some(barred);
                    }
                    LogEvent::Readmitted { barred } if bar == Some(barred) => bar = None,
                    _ => {}
                }
            }
        }
        Ok(bar.is_some())
    }
}
