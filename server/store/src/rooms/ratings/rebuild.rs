//! Computes all ratings again from the logs, for `senda ratings rebuild`.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use senda_room::{
    PlayerId,
    log::{RatedGame, RatedGameReader},
};

use super::{Game, Ladder, Position, RatedSeatRow, count, games_of, rate_all};
use crate::{
    ReadError, Store,
    log::NotStored,
    people::RatedPerson,
    room_id::RoomId,
    statement::{Statement, Statements},
};

/// The number of ratings that are stored in one transaction.
const TOGETHER: usize = 500;

/// A part of ratings that were computed again.
#[derive(Debug)]
pub enum RatingsWrite {
    /// Removes the ratings and the ladders, which follow from the rated games.
    Clear,
    /// Replaces the rated games of a room.
    Room(String, RatedRows),
    /// Stores ratings or ladders.
    Rows(RatedRows),
}

/// Rows of the tables of ratings.
#[derive(Debug)]
pub struct RatedRows(Vec<Statement>);

/// The result of computing all ratings again.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Rebuilt {
    /// The number of rated games.
    pub games: usize,
    /// The number of ratings of people.
    pub ratings: usize,
    /// The number of rooms whose logs can't be read, so that their stored games were used.
    pub unread: usize,
}

impl fmt::Display for Rebuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            games,
            ratings,
            unread,
        } = self;
        write!(f, "{ratings} ratings from {games} games")?;
        match unread {
            0 => Ok(()),
            unread => write!(
                f,
                "; the logs of {unread} rooms can't be read, so their stored games were used"
            ),
        }
    }
}

/// The reason why the ratings were not computed again.
#[derive(Debug, thiserror::Error)]
pub enum NotRebuilt {
    /// The database can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The database can't be written.
    #[error(transparent)]
    Write(#[from] NotStored),
}

/// The games of each ladder, and the rooms whose logs they were read from.
#[derive(Default)]
struct Read {
    ladders: BTreeMap<Ladder, Vec<Game>>,
    rooms: BTreeSet<String>,
    unread: usize,
}

/// Returns a game of a log with its ladder.
fn of_log(room: RoomId, game: RatedGame) -> (Ladder, Game) {
    let ladder = Ladder {
        game: game.kind.word().to_owned(),
        seats: count(game.players.len()),
    };
    let seats = game.players.into_iter();
    let game = Game {
        position: Position {
            ended_at: i64::try_from(game.ended_at.0).unwrap_or(i64::MAX),
            room: room.to_string(),
            round: game.round.into(),
        },
        seats: seats
            .map(|(player, place)| (RatedPerson::of(player), place))
            .collect(),
    };
    (ladder, game)
}

impl Ladder {
    fn with_games(&self, games: usize) -> Statement {
        Statement::new(
            "insert into ladder (game, seats, games) values ($1, $2, $3)",
            (&self.game, self.seats, count(games)),
        )
    }
}

impl Store {
    /// Computes all ratings again from the logs of all rooms, in the order in which the games
    /// ended. The games of rooms that were removed since are taken from the table of rated games.
    /// If it is interrupted, it can be run again. No server may use the database.
    ///
    /// # Errors
    /// Returns [`NotRebuilt`] if the database can't be read or written.
    pub(crate) async fn rebuild_ratings(&self) -> Result<Rebuilt, NotRebuilt> {
        let mut read = Read::default();
        self.read_logs(&mut read).await?;
        let mut of_rooms: BTreeMap<String, Vec<Statement>> = BTreeMap::new();
        for (ladder, game) in self.stored_rated_games().await? {
            // The rows of each room are replaced, also by none.
            of_rooms.entry(game.position.room.clone()).or_default();
            if !read.rooms.contains(&game.position.room) {
                read.ladders.entry(ladder).or_default().push(game);
            }
        }
        let people = self.people_rated().await?;
        let mut rebuilt = Rebuilt {
            unread: read.unread,
            ..Rebuilt::default()
        };
        let mut rows = Vec::new();
        for (ladder, mut games) in read.ladders {
            games.sort_by(|one, two| one.position.cmp(&two.position));
            rebuilt.games += games.len();
            rows.push(ladder.with_games(games.len()));
            let mut ratings = BTreeMap::new();
            for rated in rate_all(games, &mut ratings) {
                let room = rated.game.position.room.clone();
                let of_room = of_rooms.entry(room).or_default();
                of_room.extend(rated.insertions(&ladder));
            }
            for (person, rating) in &ratings {
                if let Some(&player) = people.get(person) {
                    rebuilt.ratings += 1;
                    rows.push(ladder.rating(player, rating));
                }
            }
        }
        let writer = self.writer();
        writer.write(RatingsWrite::Clear).await?;
        for (room, rows) in of_rooms {
            let room = RatingsWrite::Room(room, RatedRows(rows));
            writer.write(room).await?;
        }
        while !rows.is_empty() {
            let rest = rows.split_off(rows.len().min(TOGETHER));
            writer.write(RatingsWrite::Rows(RatedRows(rows))).await?;
            rows = rest;
        }
        Ok(rebuilt)
    }

    /// Reads the rated games of all rooms from their logs. A log that can't be read affects only
    /// its own room.
    async fn read_logs(&self, read: &mut Read) -> Result<(), NotRebuilt> {
        let rooms = "select id from room where removing = 0 order by id";
        let rooms: Vec<(String,)> = self.database.all(rooms, ()).await?;
        for room in rooms.iter().filter_map(|(id,)| id.parse().ok()) {
            match self.rated_games(room).await {
                Ok(games) => {
                    read.rooms.insert(room.to_string());
                    for (ladder, game) in games.into_iter().map(|game| of_log(room, game)) {
                        read.ladders.entry(ladder).or_default().push(game);
                    }
                }
                Err(ReadError::Database(words)) => return Err(ReadError::Database(words).into()),
                Err(error) => {
                    tracing::warn!(%room, %error, "the stored rated games of the room are used");
                    read.unread += 1;
                }
            }
        }
        Ok(())
    }

    /// Returns the rated games in the log of a room. Only records with the start or the end of a
    /// game are read.
    async fn rated_games(&self, room: RoomId) -> Result<Vec<RatedGame>, ReadError> {
        let records = r#"select version, at, cause_player, cause_id, format, events from record
            where room = $1 and (events like '%"type":"started"%'
                or events like '%"type":"ended"%' or events like '%"type":"abandoned"%')
            order by version"#;
        let read = |records: &mut dyn Iterator<Item = senda_room::Record>| {
            let mut reader = RatedGameReader::default();
            records.filter_map(|record| reader.read(&record)).collect()
        };
        self.database.stream(records, room, read).await
    }

    /// Returns the games in the table of rated games, with their ladders.
    async fn stored_rated_games(&self) -> Result<Vec<(Ladder, Game)>, ReadError> {
        let ladders = "select distinct game, seats from rated_seat order by game, seats";
        let ladders: Vec<(String, i64)> = self.database.all(ladders, ()).await?;
        let mut games = Vec::new();
        for (game, seats) in ladders {
            let rows =
                "select room, round, seat, ended_at, person, place, skill, uncertainty, games
                from rated_seat where game = $1 and seats = $2
                order by ended_at, room, round, seat";
            let rows: Vec<RatedSeatRow> = self.database.all(rows, (&game, seats)).await?;
            let ladder = Ladder { game, seats };
            games.extend(
                games_of(rows)
                    .into_iter()
                    .map(|game| (ladder.clone(), game)),
            );
        }
        Ok(games)
    }

    /// Returns the players by the people in the table of rated games.
    async fn people_rated(&self) -> Result<BTreeMap<RatedPerson, PlayerId>, ReadError> {
        let players: Vec<(String,)> = self.database.all("select id from player", ()).await?;
        let players = players.iter().filter_map(|(id,)| id.parse().ok());
        let players = players.map(PlayerId);
        Ok(players
            .map(|player| (RatedPerson::of(player), player))
            .collect())
    }
}

impl Statements {
    /// Adds the statements of a part of ratings that were computed again.
    pub(crate) fn ratings(&mut self, write: &RatingsWrite) {
        match write {
            RatingsWrite::Clear => {
                self.add("delete from rating", ());
                self.add("delete from ladder", ());
            }
            RatingsWrite::Room(room, RatedRows(rows)) => {
                self.add("delete from rated_seat where room = $1", room);
                self.0.extend(rows.iter().cloned());
            }
            RatingsWrite::Rows(RatedRows(rows)) => self.0.extend(rows.iter().cloned()),
        }
    }
}
