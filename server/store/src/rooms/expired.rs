//! Queries for data whose retention has ended.

use senda_room::Time;

use crate::room_id::RoomId;
use crate::{ReadError, Store, limits};

/// A cursor in a list of rooms that is ordered by time: the time and the room's id.
pub type RoomCursor = (i64, String);

impl Store {
    /// Returns some of the rooms that have had no activity since `played`, or since `unplayed` if
    /// no game runs or was finished in them. They come after the row `behind`, the oldest first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn expired_rooms(
        &self,
        unplayed: Time,
        played: Time,
        behind: &RoomCursor,
    ) -> Result<Vec<RoomCursor>, ReadError> {
        let rooms =
            "select active_at, id from room where removing = 0 and (active_at, id) > ($3, $4)
            and active_at < $5 and (active_at < $2 or active_at < $1 and playing = 0
            and not exists (select 1 from finished_game where finished_game.room = room.id))
            order by active_at, id limit $6";
        let (latest, most) = (unplayed.max(played), limits::REMOVED_TOGETHER);
        let parameters = (unplayed, played, behind.0, &behind.1, latest, most);
        self.database.all(rooms, parameters).await
    }

    /// Returns some of the rooms that are hidden and not removed yet.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn hidden_rooms(&self) -> Result<Vec<RoomId>, ReadError> {
        let hidden = "select id from room where removing = 1 limit $1";
        let ids: Vec<(String,)> = self.database.all(hidden, limits::REMOVED_TOGETHER).await?;
        // A row with an invalid id was not written by this program. It is left alone.
        Ok(ids.iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    /// Returns the ids of some of the players who were not seen since that time and have no seat in
    /// any room, after the id `behind`.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn expired_visitors(
        &self,
        unseen_since: Time,
        behind: &str,
    ) -> Result<Vec<String>, ReadError> {
        let ids = "select id from player where id > $1 and seen_at < $2
            and not exists (select 1 from member where member.player = player.id)
            order by id limit $3";
        let parameters = (behind, unseen_since, limits::REMOVED_TOGETHER);
        let ids: Vec<(String,)> = self.database.all(ids, parameters).await?;
        Ok(ids.into_iter().map(|(id,)| id).collect())
    }

    /// Returns whether there is a player whose last visit is unknown.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn has_unknown_visitors(&self) -> Result<bool, ReadError> {
        let unknown = "select 1 from player where seen_at is null limit 1";
        self.database.any(unknown, ()).await
    }

    /// Returns the time of the last completed sweep; in a database that is older than this table,
    /// the time of the last activity in any room. Returns `None` if there is neither.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn last_swept(&self) -> Result<Option<Time>, ReadError> {
        let last =
            "select coalesce((select max(at) from swept), (select max(active_at) from room))";
        let at: Option<(Option<i64>,)> = self.database.first(last, ()).await?;
        let at = at.and_then(|(at,)| at);
        Ok(at.and_then(|at| u64::try_from(at).ok()).map(Time))
    }
}
