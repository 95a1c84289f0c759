//! Reads the ids of finished games.

use super::game_id::GameId;
use crate::{ReadError, Store, room_id::RoomId};

impl Store {
    /// Returns the room and the number of the finished game with that id; `None` if there is none.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn game_of_id(&self, id: GameId) -> Result<Option<(RoomId, u32)>, ReadError> {
        let game = "select replay.room, round from replay
            join room on room.id = replay.room and removing = 0 where replay.id = $1";
        let game: Option<(String, i64)> = self.database.first(game, id.to_string()).await?;
        Ok(game.and_then(|(room, round)| Some((room.parse().ok()?, u32::try_from(round).ok()?))))
    }

    /// Returns the id of a finished game of a room; `None` if the room has no finished game of that
    /// number.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn id_of_game(&self, room: RoomId, round: u32) -> Result<Option<GameId>, ReadError> {
        let id = "select id from replay where room = $1 and round = $2";
        let id: Option<(String,)> = self.database.first(id, (room, round)).await?;
        Ok(id.and_then(|(id,)| id.parse().ok()))
    }

    /// Returns the kind of a finished game, by its name in the protocol, and the names of its
    /// players in the order of their places; `None` if there is no such game.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn finished_game_shown(
        &self,
        id: GameId,
    ) -> Result<Option<(String, Vec<String>)>, ReadError> {
        let Some((room, round)) = self.game_of_id(id).await? else {
            return Ok(None);
        };
        let game = "select game from finished_game where room = $1 and round = $2";
        let game: Option<(String,)> = self.database.first(game, (room, round)).await?;
        let names = "select name from finished_place where room = $1 and round = $2
            and name is not null order by place, seat";
        let names: Vec<(String,)> = self.database.all(names, (room, round)).await?;
        Ok(game.map(|(game,)| (game, names.into_iter().map(|(name,)| name).collect())))
    }
}
