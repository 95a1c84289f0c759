//! Players who asked to be forgotten, and the rooms whose logs contain their names.

use senda_room::PlayerId;

use crate::{ReadError, Store, room_id::RoomId};

impl Store {
    /// Returns the players who are to be forgotten, until no log contains their names.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn to_be_forgotten(&self) -> Result<Vec<PlayerId>, ReadError> {
        let people = "select player from forgotten order by at";
        let people: Vec<(String,)> = self.database.all(people, ()).await?;
        let people = people.iter().filter_map(|(id,)| id.parse().ok());
        Ok(people.map(PlayerId).collect())
    }

    /// Returns every room whose log contains a player's name, and whether it has an alarm.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn rooms_naming(&self, player: PlayerId) -> Result<Vec<(RoomId, bool)>, ReadError> {
        let rooms = "select room, (select count(*) from alarm where alarm.room = named.room)
            from named where player = $1 order by room";
        let rooms: Vec<(String, i64)> = self.database.all(rooms, player).await?;
        let rooms = rooms.into_iter();
        let rooms = rooms.filter_map(|(id, alarms)| Some((id.parse().ok()?, alarms > 0)));
        Ok(rooms.collect())
    }

    /// Returns the players who were forgotten during a running game of a room, in which they may
    /// have a seat.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn forgotten_in(&self, room: RoomId) -> Result<Vec<PlayerId>, ReadError> {
        let people = "select player from never_back where room = $1";
        let people: Vec<(String,)> = self.database.all(people, room).await?;
        let people = people.iter().filter_map(|(id,)| id.parse().ok());
        Ok(people.map(PlayerId).collect())
    }
}
