//! The stored rooms and the contents of the database, for the operator of the server.

use senda_room::{Summary, Time};

use super::summaries::understood;
use crate::{ReadError, RoomCursor, Store, room_id::RoomId, statement::stored_time};

/// A stored room.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredRoom {
    /// The id of the room.
    pub room: RoomId,
    /// The name of the room's game in the protocol.
    pub game: String,
    /// Whether the game is running.
    pub playing: bool,
    /// The time of the room's creation.
    pub created: Time,
    /// The time of the last activity, to the hour.
    pub active: Time,
    /// The summary of the room from when it last left memory.
    pub summary: Option<Summary>,
}

/// The numbers of rows in the database.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct StoredCounts {
    /// The number of rooms.
    pub rooms: u64,
    /// The number of records in the logs of the rooms.
    pub records: u64,
    /// The number of finished games.
    pub finished_games: u64,
    /// The number of people.
    pub people: u64,
}

type Row = (String, String, bool, i64, i64, Option<String>);

fn stored((id, game, playing, created, active, summary): Row) -> Option<StoredRoom> {
    Some(StoredRoom {
        // A row with an invalid id was not written by this program.
        room: id.parse().ok()?,
        game,
        playing,
        created: stored_time(created),
        active: stored_time(active),
        summary: summary.and_then(|text| understood(&text)),
    })
}

impl Store {
    /// Returns up to `most` rooms after the row `behind`, those with the latest activity first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn stored_rooms(
        &self,
        behind: &RoomCursor,
        most: u32,
    ) -> Result<Vec<StoredRoom>, ReadError> {
        let rooms = "select room.id, game, playing <> 0, created_at, active_at, summary.text
            from room left join summary on summary.room = room.id
            where removing = 0 and (active_at, id) < ($1, $2)
            order by active_at desc, id desc limit $3";
        let rows: Vec<Row> = self
            .database
            .all(rooms, (behind.0, &behind.1, most))
            .await?;
        Ok(rows.into_iter().filter_map(stored).collect())
    }

    /// Returns a stored room, or `None` if there is no such room.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn stored_room(&self, room: RoomId) -> Result<Option<StoredRoom>, ReadError> {
        let row = "select room.id, game, playing <> 0, created_at, active_at, summary.text
            from room left join summary on summary.room = room.id
            where removing = 0 and id = $1";
        let row: Option<Row> = self.database.first(row, room).await?;
        Ok(row.and_then(stored))
    }

    /// Counts what is stored. That reads whole indexes, so it is nothing for each request.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn counts(&self) -> Result<StoredCounts, ReadError> {
        let counts = "select (select count(*) from room where removing = 0),
            (select count(*) from record), (select count(*) from finished_game),
            (select count(*) from player)";
        let counts: Option<(i64, i64, i64, i64)> = self.database.first(counts, ()).await?;
        let (rooms, records, finished_games, people) = counts.unwrap_or_default();
        let count = |count| u64::try_from(count).unwrap_or(0);
        Ok(StoredCounts {
            rooms: count(rooms),
            records: count(records),
            finished_games: count(finished_games),
            people: count(people),
        })
    }
}
