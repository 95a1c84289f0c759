//! What has been kept for long enough.

use senda_room::Time;

use super::RoomId;
use crate::{ReadError, Store, limits};

/// The place of a room in the order in which rooms are looked at: when something happened in it last,
/// and its id.
pub type RowPlace = (i64, String);

impl Store {
    /// Some of the rooms in which nothing has happened since `unplayed` and no game runs or was
    /// finished, or nothing since `played`; those behind a place, the oldest first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn expired_rooms(
        &self,
        unplayed: Time,
        played: Time,
        behind: &RowPlace,
    ) -> Result<Vec<RowPlace>, ReadError> {
        self.database
            .all(
                "select active_at, id from room where removing = 0 and (active_at, id) > ($3, $4)
                 and active_at < $5 and (active_at < $2 or active_at < $1 and playing = 0
                 and not exists (select 1 from finished_game where finished_game.room = room.id))
                 order by active_at, id limit $6",
                vec![
                    unplayed.into(),
                    played.into(),
                    behind.0.into(),
                    behind.1.as_str().into(),
                    unplayed.max(played).into(),
                    limits::REMOVED_TOGETHER.into(),
                ],
            )
            .await
    }

    /// Some of the rooms that are hidden and not removed yet.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn hidden_rooms(&self) -> Result<Vec<RoomId>, ReadError> {
        let hidden = "select id from room where removing = 1 limit $1";
        let ids: Vec<(String,)> = self
            .database
            .all(hidden, vec![limits::REMOVED_TOGETHER.into()])
            .await?;
        // What is no id was written by nobody here, and is left alone.
        Ok(ids.iter().filter_map(|(id,)| id.parse().ok()).collect())
    }

    /// Some of those whom nobody has seen since then and who have no seat in any room, behind that
    /// id.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn expired_visitors(
        &self,
        unseen_since: Time,
        behind: &str,
    ) -> Result<Vec<String>, ReadError> {
        let ids: Vec<(String,)> = self
            .database
            .all(
                "select id from player where id > $1 and seen_at < $2
                 and not exists (select 1 from member where member.player = player.id)
                 order by id limit $3",
                vec![
                    behind.into(),
                    unseen_since.into(),
                    limits::REMOVED_TOGETHER.into(),
                ],
            )
            .await?;
        Ok(ids.into_iter().map(|(id,)| id).collect())
    }

    /// Whether there is anybody of whom it is not known when they were here.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn has_unknown_visitors(&self) -> Result<bool, ReadError> {
        let unknown = "select 1 from player where seen_at is null limit 1";
        self.database.any(unknown, Vec::new()).await
    }

    /// When what is old was searched for last; before that was noted, when something happened in any room last.
    /// `None` if neither ever was.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn last_swept(&self) -> Result<Option<Time>, ReadError> {
        let last =
            "select coalesce((select max(at) from swept), (select max(active_at) from room))";
        let at: Option<(Option<i64>,)> = self.database.first(last, Vec::new()).await?;
        let at = at.and_then(|(at,)| at);
        Ok(at.and_then(|at| u64::try_from(at).ok()).map(Time))
    }
}
