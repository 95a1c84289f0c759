//! The summaries of rooms, and the list of a player's rooms.

use senda_room::{PlayerId, Summary};

use crate::room_id::RoomId;
use crate::{ReadError, Store, limits};

/// A room in which a player has or had a seat.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RoomOf {
    /// The id of the room.
    pub room: RoomId,
    /// The name of the room's game in the protocol.
    pub game: String,
    /// Whether the game is running.
    pub playing: bool,
    /// The summary of the room from when it last left memory.
    pub summary: Option<Summary>,
    /// The version of the room's last record.
    pub version: u32,
    /// The player's place in the last game that they finished in the room.
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
    /// Returns the summary of a room from when it last left memory, if there is one.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn summary(&self, room: RoomId) -> Result<Option<Summary>, ReadError> {
        let text = "select text from summary join room on room.id = summary.room
            where summary.room = $1 and removing = 0";
        let text: Option<(String,)> = self.database.first(text, vec![room.into()]).await?;
        Ok(text.and_then(|(text,)| understood(&text)))
    }

    /// Returns the rooms in which a player has or had a seat and from which they are not banned.
    /// Rooms with a running game come first, then those with the latest activity.
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
                // A row with an invalid id was not written by this program.
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

/// Parses a summary. Another version of this program may have stored it in another format; then it
/// is computed again.
fn understood(text: &str) -> Option<Summary> {
    serde_json::from_str(text).ok()
}
