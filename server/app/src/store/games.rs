//! Finished games, as the log tells them.

use senda_room::{PlayerId, Record};

use super::{ReadError, Store, read::RECORD};
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
        let ends: Vec<(i64, i64)> = sqlx::query_as(
            "select round, version from finished_game where room = $1 and round in ($2, $2 - 1)
             order by round",
        )
        .bind(room.as_str())
        .bind(i64::from(round))
        .fetch_all(&self.readers)
        .await?;
        let end_of = |number| {
            let end = ends.iter().find(|(round, _)| *round == number);
            end.map(|(_, version)| *version)
        };
        let Some(end) = end_of(i64::from(round)) else {
            return Ok(None);
        };
        let start = end_of(i64::from(round) - 1).unwrap_or(0);
        let statement = format!(
            "select {RECORD} from record
             where room = ?1 and version > ?2 and version <= ?3 order by version"
        );
        let records = self.logs.records(statement, (room.to_string(), start, end));
        records.await.map(Some)
    }

    /// Whether someone was removed from a room and not let in again.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn is_banned(&self, room: RoomId, player: PlayerId) -> Result<bool, ReadError> {
        let any: Option<i64> =
            sqlx::query_scalar("select 1 from banned where room = $1 and player = $2")
                .bind(room.as_str())
                .bind(player.0.to_string())
                .fetch_optional(&self.readers)
                .await?;
        Ok(any.is_some())
    }
}
