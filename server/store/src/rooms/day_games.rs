//! The rooms in which people play the deal of a day, and their results.

use std::fmt;

use senda_room::{PlayerId, protocol::Day};

use super::game_id::GameId;
use crate::{ReadError, Store, limits, people::PageId, room_id::RoomId, statement::Statements};

/// A change of what the server keeps about the deals of days.
#[derive(Clone)]
pub enum DayWrite {
    /// Stores the secret from which the deals of all days are derived, as text, unless there is
    /// one.
    Key {
        /// The secret.
        secret: String,
    },
    /// Notes the room in which a person plays the deal of a day. The first room remains.
    Game {
        /// The day.
        day: Day,
        /// The kind of the game, by its name in the protocol.
        game: &'static str,
        /// The person.
        player: PlayerId,
        /// The room.
        room: RoomId,
    },
}

// The key makes the deals of all days to come.
impl fmt::Debug for DayWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key { .. } => "Key(..)",
            Self::Game { .. } => "Game(..)",
        })
    }
}

impl Statements {
    /// Adds the statement of a change about the deals of days.
    pub(crate) fn day(&mut self, write: &DayWrite) {
        match write {
            DayWrite::Key { secret } => self.add(
                "insert into day_key (id, secret) values (1, $1) on conflict (id) do nothing",
                secret,
            ),
            DayWrite::Game {
                day,
                game,
                player,
                room,
            } => self.add(
                "insert into day_game (day, game, player, room) values ($1, $2, $3, $4)
                 on conflict do nothing",
                (day, *game, player, room),
            ),
        }
    }
}

/// The game of one person with the deal of a day.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct DayGame {
    /// The room.
    pub room: RoomId,
    /// The game and the person's place in it, if it is finished.
    pub finished: Option<(GameId, u32)>,
}

/// The row of a result: the person, the name, the place, the game and the page.
type ResultRow = (String, Option<String>, i64, String, Option<String>);

/// The result of one person with the deal of a day.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct DayResult {
    /// The person.
    pub player: PlayerId,
    /// The name at the end of the game.
    pub name: String,
    /// The place of the person in their game.
    pub place: u32,
    /// The finished game.
    pub game: GameId,
    /// The page of the person, if they want one.
    pub page: Option<PageId>,
}

impl Store {
    /// Returns the secret from which the deals of all days are derived, as text; `None` if none has
    /// been drawn yet.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn day_key(&self) -> Result<Option<String>, ReadError> {
        let secret = "select secret from day_key where id = 1";
        let secret: Option<(String,)> = self.database.first(secret, ()).await?;
        Ok(secret.map(|(secret,)| secret))
    }

    /// Returns the game of a person with the deal of a day; `None` if they have not started it, or
    /// if its room is removed.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn day_game(
        &self,
        day: &Day,
        game: &str,
        player: PlayerId,
    ) -> Result<Option<DayGame>, ReadError> {
        let own = "select day_game.room, replay.id, cast(seat.place as bigint)
            from day_game join room on room.id = day_game.room and room.removing = 0
            left join replay on replay.room = day_game.room and replay.round = 1
            left join finished_place as seat on seat.room = day_game.room and seat.round = 1
                and seat.player = day_game.player
            where day_game.day = $1 and day_game.game = $2 and day_game.player = $3";
        let own: Option<(String, Option<String>, Option<i64>)> =
            self.database.first(own, (day, game, player)).await?;
        Ok(own.and_then(|(room, id, place)| {
            let finished = id.zip(place).and_then(|(id, place)| {
                let place = u32::try_from(place).ok()?;
                Some((id.parse().ok()?, place))
            });
            Some(DayGame {
                room: room.parse().ok()?,
                finished,
            })
        }))
    }

    /// Returns the best results with the deal of a day, at most [`limits::DAY_RESULTS`]: by place,
    /// and those of the same place in the order in which the games ended.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn day_results(&self, day: &Day, game: &str) -> Result<Vec<DayResult>, ReadError> {
        let results = "select day_game.player, seat.name, cast(seat.place as bigint), replay.id,
                public_page.id
            from day_game join room on room.id = day_game.room and room.removing = 0
            join finished_game on finished_game.room = day_game.room and finished_game.round = 1
            join finished_place as seat on seat.room = day_game.room and seat.round = 1
                and seat.player = day_game.player
            join replay on replay.room = day_game.room and replay.round = 1
            left join public_page on public_page.player = day_game.player
            where day_game.day = $1 and day_game.game = $2
            order by seat.place, finished_game.ended_at, replay.id limit $3";
        let rows: Vec<ResultRow> = self
            .database
            .all(results, (day, game, limits::DAY_RESULTS))
            .await?;
        let results = rows
            .into_iter()
            .filter_map(|(player, name, place, game, page)| {
                Some(DayResult {
                    player: player.parse().map(PlayerId).ok()?,
                    name: name?,
                    place: u32::try_from(place).ok()?,
                    game: game.parse().ok()?,
                    page: page.and_then(|page| page.parse().ok()),
                })
            });
        Ok(results.collect())
    }

    /// Returns how many people have finished their game with the deal of a day.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn day_players(&self, day: &Day, game: &str) -> Result<u64, ReadError> {
        let count = "select count(*) from day_game
            join finished_game on finished_game.room = day_game.room and finished_game.round = 1
            where day_game.day = $1 and day_game.game = $2";
        let count: Option<(i64,)> = self.database.first(count, (day, game)).await?;
        Ok(count.map_or(0, |(count,)| u64::try_from(count).unwrap_or(0)))
    }

    /// Returns all days whose deal a person has started, for their own data: the day, the kind of
    /// the game and the room.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn all_day_games_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(String, String, String)>, ReadError> {
        let games = "select day, game, room from day_game where player = $1 order by day, game";
        self.database.all(games, player).await
    }
}
