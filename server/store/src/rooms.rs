//! Rooms beside their logs: ids, summaries, webhooks, alarms, recent activity, and the removal of
//! expired rooms.

mod activity;
mod alarms;
mod day_games;
mod expired;
mod finished_games;
mod game_id;
mod game_lists;
mod history;
mod overview;
mod ratings;
mod statements;
mod summaries;
mod sweep;
mod webhooks;

use senda_room::PlayerId;

pub(crate) use self::{
    activity::{ActiveRooms, hour_before},
    ratings::{Ladder, LiveRating, RatedSeatRow},
    statements::{begins, is_in_the_log_alone},
};
pub use self::{
    day_games::{DayGame, DayResult, DayWrite},
    expired::RoomCursor,
    game_id::{GameId, NotAGame},
    game_lists::{GameCursor, GameFilter, GamePage, ListedGame, ListedPlayer},
    overview::{StoredCounts, StoredRoom},
    ratings::{NotRebuilt, RatedRows, RatingsWrite, Rebuilt},
    summaries::RoomOf,
    sweep::Sweep,
    webhooks::{Webhook, WebhookWrite},
};
use crate::{ReadError, Store, room_id::RoomId};

impl Store {
    /// Returns the game that a room plays, by its name in the protocol; `None` if there is no such
    /// room.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn game(&self, room: RoomId) -> Result<Option<String>, ReadError> {
        let game = self.game_shown(room).await?;
        Ok(game.map(|(game, _)| game))
    }

    /// Returns the game that a room plays, by its name in the protocol, and whether the game is
    /// running; `None` if there is no such room.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn game_shown(&self, room: RoomId) -> Result<Option<(String, bool)>, ReadError> {
        let game = "select game, playing <> 0 from room where id = $1 and removing = 0";
        self.database.first(game, room).await
    }

    /// Returns whether a player was banned from a room and not readmitted.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn is_banned(&self, room: RoomId, player: PlayerId) -> Result<bool, ReadError> {
        let banned = "select 1 from banned where room = $1 and player = $2";
        self.database.any(banned, (room, player)).await
    }
}
