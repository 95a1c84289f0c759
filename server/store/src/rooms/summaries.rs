//! What is kept of rooms in short.

use senda_room::{PlayerId, Summary};

use super::RoomId;
use crate::{ReadError, Store, limits};

/// A room that somebody has or had a seat in.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RoomOf {
    /// Which.
    pub room: RoomId,
    /// Its game, in the words of the protocol.
    pub game: String,
    /// Whether it runs.
    pub playing: bool,
    /// What it was in short when it left memory last.
    pub summary: Option<Summary>,
    /// Its last version.
    pub version: u32,
    /// The place that they had in the last game which they played there to its end.
    pub place: Option<u32>,
}

type Row = (
    String,
    String,
    bool,
    Option<String>,
    Option<i64>,
    Option<i64>,
);

impl Store {
    /// What a room was in short when it left memory last, if that is still so.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn summary(&self, room: RoomId) -> Result<Option<Summary>, ReadError> {
        let text = "select text from summary join room on room.id = summary.room
            where summary.room = $1 and removing = 0";
        let text: Option<(String,)> = self.database.first(text, vec![room.into()]).await?;
        Ok(text.and_then(|(text,)| understood(&text)))
    }

    /// The rooms in which somebody has or had a seat and from which they were not removed: those that play first, then
    /// those in which something happened last.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn rooms_of(&self, player: PlayerId) -> Result<Vec<RoomOf>, ReadError> {
        let rows: Vec<Row> = self
            .database
            .all(
                "select room.id, room.game, room.playing <> 0, summary.text,
                    (select max(version) from record where record.room = room.id),
                    (select cast(place as bigint) from finished_place
                     where finished_place.room = room.id and finished_place.player = $1
                     order by round desc limit 1)
                 from member join room on room.id = member.room
                 left join summary on summary.room = room.id
                 where member.player = $1 and room.removing = 0 and not exists
                    (select 1 from banned where banned.room = room.id and banned.player = $1)
                 order by room.playing desc, room.active_at desc, room.id limit $2",
                vec![player.into(), limits::OWN_ROOMS.into()],
            )
            .await?;
        let rooms = rows.into_iter().filter_map(|row| {
            let (room, game, playing, summary, version, place) = row;
            Some(RoomOf {
                // What is no id was written by nobody here.
                room: room.parse().ok()?,
                game,
                playing,
                summary: summary.and_then(|text| understood(&text)),
                version: u32::try_from(version?).ok()?,
                place: place.and_then(|place| u32::try_from(place).ok()),
            })
        });
        Ok(rooms.collect())
    }
}

/// One of another version of this program may say it in other words: it is worked out again.
fn understood(text: &str) -> Option<Summary> {
    serde_json::from_str(text).ok()
}
