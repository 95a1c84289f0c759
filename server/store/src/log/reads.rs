//! Reads the logs of rooms, whole or one finished game of them.

use senda_room::Record;

use super::{ReadError, RecordReader};
use crate::{Store, room_id::RoomId};

impl Store {
    /// Returns the whole log of a room; empty if there is no such room.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read or a record can't be parsed.
    pub async fn log(&self, room: RoomId) -> Result<Vec<Record>, ReadError> {
        self.stream_log(room, |log| log.collect()).await
    }

    /// Passes the log of a room to a reader, record by record as it is read, so that a long log is
    /// never in memory as a whole. If there is no such room, there are no records. The reader runs
    /// on a separate thread, since a long log takes milliseconds.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read, a record can't be parsed, or the reader
    /// panics, which no log that the rules allow makes it do.
    pub async fn stream_log<T: Send + 'static>(
        &self,
        room: RoomId,
        reader: impl RecordReader<T>,
    ) -> Result<T, ReadError> {
        let log = "select version, at, cause_player, cause_id, format, events from record
            where room = $1
            and not exists (select 1 from room where id = $1 and removing = 1) order by version";
        self.database.stream(log, room, reader).await
    }

    /// Returns the number of records in the log of a room; 0 if there is no such room.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn length(&self, room: RoomId) -> Result<u32, ReadError> {
        let length = "select max(version) from record where room = $1";
        let last: Option<(Option<i64>,)> = self.database.first(length, room).await?;
        let last = last.and_then(|(last,)| last);
        Ok(last.map_or(0, |last| u32::try_from(last).unwrap_or(u32::MAX)))
    }

    /// Returns whether a room has records.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn has_records(&self, room: RoomId) -> Result<bool, ReadError> {
        let record = "select 1 from record where room = $1 limit 1";
        self.database.any(record, room).await
    }

    /// Returns the records of a room from the end of the previous game to the end of the game with
    /// that number; `None` if the room has no finished game of that number.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read or a record can't be parsed.
    pub async fn finished_game(
        &self,
        room: RoomId,
        round: u32,
    ) -> Result<Option<Vec<Record>>, ReadError> {
        let ends =
            "select round, version from finished_game where room = $1 and round in ($2, $2 - 1)
            order by round";
        let ends: Vec<(i64, i64)> = self.database.all(ends, (room, round)).await?;
        let end_of = |number| {
            let end = ends.iter().find(|(round, _)| *round == number);
            end.map(|(_, version)| *version)
        };
        let Some(end) = end_of(i64::from(round)) else {
            return Ok(None);
        };
        let start = end_of(i64::from(round) - 1).unwrap_or(0);
        let records = "select version, at, cause_player, cause_id, format, events from record
            where room = $1 and version > $2 and version <= $3 order by version";
        let game = (room, start, end);
        let records = self
            .database
            .stream(records, game, |records| records.collect());
        records.await.map(Some)
    }
}
