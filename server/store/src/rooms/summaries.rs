//! The summaries of rooms, and the list of a player's rooms.

use std::collections::HashMap;

use senda_room::{PlayerId, Summary};
use senda_rules::Seat;

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
    /// The number of games that the player has finished in the room.
    pub finished: u32,
    /// The names of the other players of the last of these games, by seat.
    pub finished_with: Vec<String>,
}

type Row = (
    String,
    String,
    bool,
    Option<String>,
    Option<i64>,
    Option<i64>,
    i64,
);

impl Store {
    /// Returns the summary of a room from when it last left memory, if there is one.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn summary(&self, room: RoomId) -> Result<Option<Summary>, ReadError> {
        let text = "select text from summary join room on room.id = summary.room
            where summary.room = $1 and removing = 0";
        let text: Option<(String,)> = self.database.first(text, room).await?;
        Ok(text.and_then(|(text,)| understood(&text)))
    }

    /// Returns the rooms in which a player has or had a seat and from which they are not banned.
    /// Rooms with a running game come first, then those with the latest activity.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn rooms_of(&self, player: PlayerId) -> Result<Vec<RoomOf>, ReadError> {
        let rooms = "select room.id, room.game, room.playing <> 0, summary.text,
                (select max(version) from record where record.room = room.id),
                (select cast(place as bigint) from finished_place
                 where finished_place.room = room.id and finished_place.player = $1
                 order by round desc limit 1),
                (select count(*) from finished_place
                 where finished_place.room = room.id and finished_place.player = $1)
            from member join room on room.id = member.room
            left join summary on summary.room = room.id
            where member.player = $1 and room.removing = 0 and not exists
                (select 1 from banned where banned.room = room.id and banned.player = $1)
            order by room.playing desc, room.active_at desc, room.id limit $2";
        let rows: Vec<Row> = self
            .database
            .all(rooms, (player, limits::OWN_ROOMS))
            .await?;
        let mut with = if rows.iter().any(|(.., finished)| *finished > 0) {
            self.finished_with(player).await?
        } else {
            HashMap::new()
        };
        let rooms = rows.into_iter().filter_map(|row| {
            let (room, game, playing, summary, version, place, finished) = row;
            Some(RoomOf {
                finished: u32::try_from(finished).ok()?,
                finished_with: with.remove(&room).unwrap_or_default(),
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

    /// Returns the names of the other players of the last game that a player has finished in each
    /// room. Only rooms that [`Store::rooms_of`] lists first are of interest.
    async fn finished_with(
        &self,
        player: PlayerId,
    ) -> Result<HashMap<String, Vec<String>>, ReadError> {
        let most = limits::OWN_ROOMS * u32::from(Seat::MOST);
        let rows = "select room.id, other.name
            from (select room, max(round) as round from finished_place
                  where player = $1 group by room) as own
            join finished_place as other on other.room = own.room and other.round = own.round
            join room on room.id = own.room
            where other.name is not null and (other.player is null or other.player <> $1)
            order by room.playing desc, room.active_at desc, room.id, other.seat limit $2";
        let rows: Vec<(String, String)> = self.database.all(rows, (player, most)).await?;
        let mut with: HashMap<String, Vec<String>> = HashMap::new();
        for (room, name) in rows {
            with.entry(room).or_default().push(name);
        }
        Ok(with)
    }
}

/// Parses a summary. Another version of this program may have stored it in another format; then it
/// is computed again.
pub(super) fn understood(text: &str) -> Option<Summary> {
    serde_json::from_str(text).ok()
}
