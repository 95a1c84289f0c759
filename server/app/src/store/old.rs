//! What has been kept for long enough.

use senda_room::Time;

use super::{ReadError, Store};
use crate::{limits, room_id::RoomId};

/// The place of a room in the order in which rooms are looked at: when something happened in it last,
/// and its id.
pub type Place = (i64, String);

impl Store {
    /// Some of the rooms in which nothing has happened since `unplayed` and no game runs or was
    /// finished, or nothing since `played`; those behind a place, the oldest first.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn old_rooms(
        &self,
        unplayed: Time,
        played: Time,
        behind: &Place,
    ) -> Result<Vec<Place>, ReadError> {
        let places = sqlx::query_as(
            "select active_at, id from room where removing = 0 and (active_at, id) > ($3, $4)
             and active_at < $5 and (active_at < $2 or active_at < $1 and playing = 0
             and not exists (select 1 from finished_game where finished_game.room = room.id))
             order by active_at, id limit $6",
        )
        .bind(whole(unplayed))
        .bind(whole(played))
        .bind(behind.0)
        .bind(&behind.1)
        .bind(whole(unplayed.max(played)))
        .bind(limits::REMOVED_TOGETHER)
        .fetch_all(&self.readers)
        .await?;
        Ok(places)
    }

    /// Some of the rooms that are hidden and not removed yet.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn hidden_rooms(&self) -> Result<Vec<RoomId>, ReadError> {
        let ids: Vec<String> =
            sqlx::query_scalar("select id from room where removing = 1 limit $1")
                .bind(limits::REMOVED_TOGETHER)
                .fetch_all(&self.readers)
                .await?;
        // What is no id was written by nobody here, and is left alone.
        Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
    }

    /// Whether a room has records.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn has_records(&self, room: RoomId) -> Result<bool, ReadError> {
        let any: Option<i64> = sqlx::query_scalar("select 1 from record where room = $1 limit 1")
            .bind(room.as_str())
            .fetch_optional(&self.readers)
            .await?;
        Ok(any.is_some())
    }

    /// Some of those whom nobody has seen since then and who have no seat in any room, behind that
    /// id.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn old_visitors(
        &self,
        unseen_since: Time,
        behind: &str,
    ) -> Result<Vec<String>, ReadError> {
        let ids = sqlx::query_scalar(
            "select id from player where id > $1 and seen_at < $2
             and not exists (select 1 from member where member.player = player.id)
             order by id limit $3",
        )
        .bind(behind)
        .bind(whole(unseen_since))
        .bind(limits::REMOVED_TOGETHER)
        .fetch_all(&self.readers)
        .await?;
        Ok(ids)
    }

    /// Whether there is anybody of whom it is not known when they were here.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn has_unknown_visitors(&self) -> Result<bool, ReadError> {
        let any: Option<i64> =
            sqlx::query_scalar("select 1 from player where seen_at is null limit 1")
                .fetch_optional(&self.readers)
                .await?;
        Ok(any.is_some())
    }

    /// When what is old was searched for last; before that was noted, when something happened in any room last.
    /// `None` if neither ever was.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn last_swept(&self) -> Result<Option<Time>, ReadError> {
        let at: Option<i64> = sqlx::query_scalar(
            "select coalesce((select at from swept), (select max(active_at) from room))",
        )
        .fetch_one(&self.readers)
        .await?;
        Ok(at.and_then(|at| u64::try_from(at).ok()).map(Time))
    }
}

fn whole(time: Time) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}
