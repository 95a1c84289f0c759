//! The lists of finished games: of a person, of a room, of a person's page and of the server. Each
//! page of a list is one query.

use std::str::FromStr;

use senda_room::{PlayerId, Time};

use super::game_id::GameId;
use crate::{
    ReadError, Store, limits,
    people::PageId,
    room_id::RoomId,
    statement::{Parameters, stored_time},
};

/// A position in a list of games, which is ordered by the time of their end, the latest first.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct GameCursor {
    ended_at: i64,
    /// The id of the last game before the position; `None` before all games.
    id: Option<GameId>,
}

impl GameCursor {
    /// The beginning of a list.
    pub const START: Self = Self {
        ended_at: i64::MAX,
        id: None,
    };

    fn id(self) -> String {
        self.id.map(|id| id.to_string()).unwrap_or_default()
    }
}

impl std::fmt::Display for GameCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.ended_at, self.id())
    }
}

impl FromStr for GameCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (ended_at, id) = text.split_once('-').ok_or(())?;
        Ok(Self {
            ended_at: ended_at.parse().map_err(|_| ())?,
            id: Some(id.parse().map_err(|_| ())?),
        })
    }
}

/// A choice among a person's finished games.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// The kind of the game, by its name in the protocol; `None` for all kinds.
    pub game: Option<String>,
    /// Whether only the games that the person has won are listed.
    pub won: bool,
    /// The people who played as well, at most [`limits::GAMES_WITH`].
    pub with: Vec<PlayerId>,
}

/// A page of a list of finished games.
#[derive(Clone, Debug)]
pub struct GamePage {
    /// The games, the latest first.
    pub games: Vec<ListedGame>,
    /// The position after the page, if there are more games.
    pub next: Option<GameCursor>,
}

/// A finished game in a list.
#[derive(Clone, Debug)]
pub struct ListedGame {
    /// The id of the game.
    pub id: GameId,
    /// The kind of the game, by its name in the protocol.
    pub game: String,
    /// The time of the end of the game.
    pub ended_at: Time,
    /// The room in which it was played.
    pub room: RoomId,
    /// The number of the game in its room.
    pub round: u32,
    /// Whether the person whose list it is has the room in their list of rooms.
    pub has_room: bool,
    /// Whether the person whose list it is was removed from the room.
    pub is_removed: bool,
    /// The part of another finished game that this one started from: `deal` or `position`.
    pub start: Option<String>,
    /// The players in the order of their places.
    pub players: Vec<ListedPlayer>,
}

/// A player of a finished game in a list.
#[derive(Clone, Debug)]
pub struct ListedPlayer {
    /// The seat, from 0.
    pub seat: u32,
    /// The name at the end of the game; `None` if the player had left.
    pub name: Option<String>,
    /// The place of the player.
    pub place: u32,
    /// The person; `None` for a bot, for a player who had left and for one who was forgotten.
    pub player: Option<PlayerId>,
    /// The page of the person, if they want one.
    pub page: Option<PageId>,
}

type Row = (
    String,
    String,
    i64,
    String,
    i64,
    bool,
    bool,
    Option<String>,
    Option<String>,
    i64,
    i64,
    Option<String>,
    Option<String>,
);

/// Returns the query for games, which an inner query selects, with their players.
macro_rules! with_players {
    ($games:literal) => {
        concat!(
            "select game.game_id, game.game, game.ended_at, game.room, game.round,
                game.has_room, game.is_removed, result.start,
                seat.name, cast(seat.seat as bigint), cast(seat.place as bigint), seat.player,
                public_page.id
            from (",
            $games,
            ") as game
            join finished_game as result on result.room = game.room and result.round = game.round
            join finished_place as seat on seat.room = game.room and seat.round = game.round
            left join public_page on public_page.player = seat.player
            order by game.ended_at desc, game.game_id desc, seat.place, seat.seat"
        )
    };
}

impl Store {
    /// Returns the games that a person has finished, after a position.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn games_of(
        &self,
        player: PlayerId,
        filter: &GameFilter,
        after: GameCursor,
    ) -> Result<GamePage, ReadError> {
        let games = with_players!(
            "select played.game_id, played.game, played.ended_at, played.room, played.round,
                exists (select 1 from member
                    where member.room = played.room and member.player = $1) as has_room,
                exists (select 1 from banned
                    where banned.room = played.room and banned.player = $1) as is_removed
            from played join room on room.id = played.room and room.removing = 0
            where played.player = $1 and (played.ended_at, played.game_id) < ($2, $3)
            and ($4 = '' or played.game = $4) and ($5 = 0 or played.place = 1)
            and ($6 = '' or exists (select 1 from played as other where other.player = $6
                and other.ended_at = played.ended_at and other.game_id = played.game_id))
            and ($7 = '' or exists (select 1 from played as other where other.player = $7
                and other.ended_at = played.ended_at and other.game_id = played.game_id))
            and ($8 = '' or exists (select 1 from played as other where other.player = $8
                and other.ended_at = played.ended_at and other.game_id = played.game_id))
            order by played.ended_at desc, played.game_id desc limit $9"
        );
        let with = |index: usize| {
            let person = filter.with.get(index);
            person.map_or(String::new(), |person| person.0.to_string())
        };
        let parameters = (
            player,
            after.ended_at,
            after.id(),
            filter.game.as_deref().unwrap_or_default(),
            filter.won,
            with(0),
            with(1),
            with(2),
            limits::GAMES_LISTED + 1,
        );
        self.list(games, parameters).await
    }

    /// Returns the games of public rooms that a person has finished, after a position.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn public_games_of(
        &self,
        player: PlayerId,
        after: GameCursor,
    ) -> Result<GamePage, ReadError> {
        let games = with_players!(
            "select played.game_id, played.game, played.ended_at, played.room, played.round,
                false as has_room, false as is_removed
            from played join room on room.id = played.room and room.removing = 0
            join public_game on public_game.game_id = played.game_id
            where played.player = $1 and (played.ended_at, played.game_id) < ($2, $3)
            order by played.ended_at desc, played.game_id desc limit $4"
        );
        let most = limits::GAMES_LISTED + 1;
        self.list(games, (player, after.ended_at, after.id(), most))
            .await
    }

    /// Returns the games of public rooms, of one kind or of all, after a position.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn latest_games(
        &self,
        game: Option<&str>,
        after: GameCursor,
    ) -> Result<GamePage, ReadError> {
        let games = with_players!(
            "select public_game.game_id, public_game.game, public_game.ended_at,
                public_game.room, public_game.round, false as has_room, false as is_removed
            from public_game join room on room.id = public_game.room and room.removing = 0
            where (public_game.ended_at, public_game.game_id) < ($1, $2)
            and ($3 = '' or public_game.game = $3)
            order by public_game.ended_at desc, public_game.game_id desc limit $4"
        );
        let (game, most) = (game.unwrap_or_default(), limits::GAMES_LISTED + 1);
        self.list(games, (after.ended_at, after.id(), game, most))
            .await
    }

    /// Returns the finished games of a room, after a position.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn games_of_room(
        &self,
        room: RoomId,
        after: GameCursor,
    ) -> Result<GamePage, ReadError> {
        let games = with_players!(
            "select replay.id as game_id, finished_game.game, finished_game.ended_at,
                finished_game.room, finished_game.round, false as has_room, false as is_removed
            from finished_game join replay
            on replay.room = finished_game.room and replay.round = finished_game.round
            where finished_game.room = $1 and (finished_game.ended_at, replay.id) < ($2, $3)
            order by finished_game.ended_at desc, replay.id desc limit $4"
        );
        let most = limits::GAMES_LISTED + 1;
        self.list(games, (room, after.ended_at, after.id(), most))
            .await
    }

    /// Returns all games that a person has finished, for their own data: the id, the kind, the time
    /// of the end, the number of seats and the person's place.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn all_games_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(String, String, Time, i64, i64)>, ReadError> {
        let games = "select game_id, game, ended_at, seats, place from played
            where player = $1 order by ended_at, game_id";
        let games: Vec<(String, String, i64, i64, i64)> = self.database.all(games, player).await?;
        let games = games.into_iter();
        let games =
            games.map(|(id, game, at, seats, place)| (id, game, stored_time(at), seats, place));
        Ok(games.collect())
    }

    /// Returns the guests who have finished games on a person's device, for that person's own data:
    /// the id of the game and the guest's name.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn guests_of(&self, player: PlayerId) -> Result<Vec<(String, String)>, ReadError> {
        let guests = "select replay.id, seat.name from finished_place as seat
            join replay on replay.room = seat.room and replay.round = seat.round
            where seat.guest_of = $1 and seat.name is not null order by replay.id, seat.seat";
        self.database.all(guests, player).await
    }

    async fn list(
        &self,
        games: &'static str,
        parameters: impl Parameters,
    ) -> Result<GamePage, ReadError> {
        let rows: Vec<Row> = self.database.all(games, parameters).await?;
        Ok(page(rows))
    }
}

/// Gathers the players of each game, and leaves out the last game, which only shows that there are
/// more.
fn page(rows: Vec<Row>) -> GamePage {
    let mut games: Vec<ListedGame> = Vec::new();
    for row in rows {
        let (id, game, ended_at, room, round, has_room, is_removed, start, ..) = row;
        let (.., name, seat, place, player, page) = row;
        // A row with an invalid id was not written by this program.
        let (Ok(id), Ok(room), Ok(round)) = (id.parse(), room.parse(), u32::try_from(round)) else {
            continue;
        };
        let listed = ListedPlayer {
            seat: u32::try_from(seat).unwrap_or(0),
            name,
            place: u32::try_from(place).unwrap_or(0),
            player: player.and_then(|id| id.parse().ok()).map(PlayerId),
            page: page.and_then(|id| id.parse().ok()),
        };
        match games.last_mut() {
            Some(last) if last.id == id => last.players.push(listed),
            _ => games.push(ListedGame {
                id,
                game,
                ended_at: stored_time(ended_at),
                room,
                round,
                has_room,
                is_removed,
                start,
                players: vec![listed],
            }),
        }
    }
    let has_more = games.len() > limits::GAMES_LISTED as usize;
    games.truncate(limits::GAMES_LISTED as usize);
    let last = games.last().filter(|_| has_more);
    let next = last.map(|last| GameCursor {
        ended_at: i64::try_from(last.ended_at.0).unwrap_or(i64::MAX),
        id: Some(last.id),
    });
    GamePage { games, next }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_round_trips_through_its_text() {
        let cursor = GameCursor {
            ended_at: 1_800_000_000_000,
            id: Some(GameId::draw()),
        };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for wrong in ["", "-", "1", "1-", "x-0123456789abcdef0123", "1-x"] {
            assert!(wrong.parse::<GameCursor>().is_err(), "{wrong}");
        }
    }
}
