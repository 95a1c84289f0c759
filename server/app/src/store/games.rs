//! Finished games, as the log tells them.

use senda_room::{PlayerId, Record};

use super::{ReadError, Store};
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
        let ends: Vec<(i64, i64)> = self
            .database
            .all(
                "select round, version from finished_game where room = $1 and round in ($2, $2 - 1)
                 order by round",
                vec![room.into(), round.into()],
            )
            .await?;
        let end_of = |number| {
            let end = ends.iter().find(|(round, _)| *round == number);
            end.map(|(_, version)| *version)
        };
        let Some(end) = end_of(i64::from(round)) else {
            return Ok(None);
        };
        let start = end_of(i64::from(round) - 1).unwrap_or(0);
        let records = self.database.fold(
            "select version, at, cause_player, cause_id, format, events from record
             where room = $1 and version > $2 and version <= $3 order by version",
            vec![room.into(), start.into(), end.into()],
            |records| records.collect(),
        );
        records.await.map(Some)
    }

    /// Whether someone was removed from a room and not let in again.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn is_banned(&self, room: RoomId, player: PlayerId) -> Result<bool, ReadError> {
        let banned = "select 1 from banned where room = $1 and player = $2";
        let any: Option<(i32,)> = self
            .database
            .first(banned, vec![room.into(), player.into()])
            .await?;
        Ok(any.is_some())
    }
}
