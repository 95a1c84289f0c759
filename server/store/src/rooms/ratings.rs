//! Rates finished games: computes the statements that a game changes the tables of ratings by. The
//! engines execute them in the transaction that stores the end of the game.

mod rebuild;

use std::collections::{BTreeMap, BTreeSet};

use senda_ratings::{Placed, Rating, rate};
use senda_room::{Finished, PlayerId, Record};

pub use self::rebuild::{NotRebuilt, RatedRows, RatingsWrite, Rebuilt};
use crate::{
    log::NotStored,
    people::RatedPerson,
    room_id::RoomId,
    statement::{Statement, whole},
};

/// A row of the table of rated seats: the room, the round, the seat, the time of the end, the
/// person, the place, and the skill, the uncertainty and the number of games after it.
pub(crate) type RatedSeatRow = (String, i64, i64, i64, String, i64, i64, i64, i64);

/// The games that are rated together: those of one kind with one number of seats.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub(crate) struct Ladder {
    /// The kind of the games, by its name in the protocol.
    game: String,
    seats: i64,
}

impl Ladder {
    /// Returns the statement that locks the ladder until the end of the transaction, and creates it
    /// if it does not exist.
    pub fn lock(&self) -> Statement {
        Statement::new(
            "insert into ladder (game, seats, games) values ($1, $2, 0)
             on conflict (game, seats) do update set games = ladder.games",
            (&self.game, self.seats),
        )
    }
}

/// The position of a game in the order in which the games of a ladder count: by the time of its
/// end. The other parts make the order definite.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
struct Position {
    ended_at: i64,
    room: String,
    round: i64,
}

/// A finished game that counts.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Game {
    position: Position,
    /// The people and their places, indexed by seat.
    seats: Vec<(RatedPerson, u8)>,
}

/// A game with the ratings before and after it, indexed by seat.
#[derive(Clone, Debug)]
struct Rated {
    game: Game,
    ratings: Vec<(Rating, Rating)>,
}

/// Rates games in the given order, from the ratings of all their people before.
fn rate_all(games: Vec<Game>, ratings: &mut BTreeMap<RatedPerson, Rating>) -> Vec<Rated> {
    let mut rated = Vec::with_capacity(games.len());
    for game in games {
        let players: Vec<Placed> = game
            .seats
            .iter()
            .map(|(person, place)| Placed {
                rating: ratings.get(person).copied().unwrap_or(Rating::START),
                place: *place,
            })
            .collect();
        let after = rate(&players);
        for ((person, _), &rating) in game.seats.iter().zip(&after) {
            ratings.insert(person.clone(), rating);
        }
        let before = players.iter().map(|player| player.rating);
        let ratings = before.zip(after).collect();
        rated.push(Rated { game, ratings });
    }
    rated
}

/// Returns the games of rows that are ordered by position and seat.
fn games_of(rows: Vec<RatedSeatRow>) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    for (room, round, _, ended_at, person, place, ..) in rows {
        let position = Position {
            ended_at,
            room,
            round,
        };
        let seat = (
            RatedPerson::stored(person),
            u8::try_from(place).unwrap_or(u8::MAX),
        );
        match games.last_mut() {
            Some(game) if game.position == position => game.seats.push(seat),
            _ => games.push(Game {
                position,
                seats: vec![seat],
            }),
        }
    }
    games
}

impl Rated {
    /// Returns the statements that store the players of the game.
    fn insertions(&self, ladder: &Ladder) -> Vec<Statement> {
        let Position {
            ended_at,
            room,
            round,
        } = &self.game.position;
        let seats = (0_i64..).zip(self.game.seats.iter().zip(&self.ratings));
        let mut statements = Vec::new();
        for (seat, ((person, place), (before, after))) in seats {
            statements.push(Statement::new(
                "insert into rated_seat (room, round, seat, ended_at, game, seats, person, place,
                    skill_before, uncertainty_before, skill, uncertainty, games)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                (
                    room,
                    round,
                    seat,
                    ended_at,
                    &ladder.game,
                    ladder.seats,
                    person,
                    u32::from(*place),
                    before.skill,
                    before.uncertainty,
                    after.skill,
                    after.uncertainty,
                    after.games,
                ),
            ));
        }
        statements
    }

    /// Returns the statements that replace the ratings of a stored game.
    fn updates(&self) -> Vec<Statement> {
        let Position { room, round, .. } = &self.game.position;
        let update = |(seat, (before, after)): (i64, &(Rating, Rating))| {
            Statement::new(
                "update rated_seat set skill_before = $4, uncertainty_before = $5, skill = $6,
                    uncertainty = $7, games = $8 where room = $1 and round = $2 and seat = $3",
                (
                    room,
                    round,
                    seat,
                    before.skill,
                    before.uncertainty,
                    after.skill,
                    after.uncertainty,
                    after.games,
                ),
            )
        };
        (0_i64..).zip(&self.ratings).map(update).collect()
    }
}

/// A game that has just ended, and is about to be rated.
pub(crate) struct LiveRating {
    ladder: Ladder,
    game: Game,
    /// The players, indexed by seat.
    players: Vec<PlayerId>,
}

impl LiveRating {
    /// Returns the game that a record ends, if it counts.
    pub fn of(
        room: RoomId,
        record: &Record,
        finished: &Finished,
    ) -> Result<Option<Self>, NotStored> {
        let Some(players) = &finished.rated else {
            return Ok(None);
        };
        let places = finished.outcome.places.iter().copied();
        let people = players.iter().map(|&player| RatedPerson::of(player));
        let game = Game {
            position: Position {
                ended_at: whole(record.at.0)?,
                room: room.to_string(),
                round: finished.round.into(),
            },
            seats: people.zip(places).collect(),
        };
        Ok(Some(Self {
            ladder: Ladder {
                game: finished.kind.word().to_owned(),
                seats: count(game.seats.len()),
            },
            game,
            players: players.clone(),
        }))
    }

    /// Returns the ladder of the game.
    pub fn ladder(&self) -> Ladder {
        self.ladder.clone()
    }

    /// Returns the query for the games of the ladder that ended later and are rated already. There
    /// are hardly ever any: two games that end in the same millisecond, or servers whose clocks
    /// differ. They are rated again, so that the order of the ends decides and not that of the
    /// commits, which no log contains.
    pub fn later(&self) -> Statement {
        let Position {
            ended_at,
            room,
            round,
        } = &self.game.position;
        Statement::new(
            "select room, round, seat, ended_at, person, place, skill, uncertainty, games
             from rated_seat where game = $1 and seats = $2 and (ended_at, room, round) > ($3, $4, $5)
             order by ended_at, room, round, seat",
            (&self.ladder.game, self.ladder.seats, ended_at, room, round),
        )
    }

    /// Returns the queries for the last games before this one of all people in this game and the
    /// later ones.
    pub fn before(&self, later: &[RatedSeatRow]) -> Vec<Statement> {
        let Position {
            ended_at,
            room,
            round,
        } = &self.game.position;
        let own = self.game.seats.iter().map(|(person, _)| person.clone());
        let others = later.iter().map(|row| RatedPerson::stored(row.4.clone()));
        let people: BTreeSet<RatedPerson> = own.chain(others).collect();
        let query = |person: RatedPerson| {
            Statement::new(
                "select room, round, seat, ended_at, person, place, skill, uncertainty, games
                 from rated_seat where person = $1 and game = $2 and seats = $3
                 and (ended_at, room, round) < ($4, $5, $6)
                 order by ended_at desc, room desc, round desc limit 1",
                (
                    person,
                    &self.ladder.game,
                    self.ladder.seats,
                    ended_at,
                    room,
                    round,
                ),
            )
        };
        people.into_iter().map(query).collect()
    }

    /// Returns the statements that store the ratings, given the rows of both queries.
    pub fn statements(
        &self,
        later: Vec<RatedSeatRow>,
        before: Vec<RatedSeatRow>,
    ) -> Result<Vec<Statement>, NotStored> {
        let mut ratings = BTreeMap::new();
        for (.., person, _, skill, uncertainty, games) in before {
            let games = u32::try_from(games).map_err(|why| NotStored::Refused(why.to_string()))?;
            let rating = Rating {
                skill,
                uncertainty,
                games,
            };
            ratings.insert(RatedPerson::stored(person), rating);
        }
        let mut games = vec![self.game.clone()];
        games.extend(games_of(later));
        let mut statements = Vec::new();
        let rated = rate_all(games, &mut ratings);
        let (own, later) = rated.split_first().expect("this game");
        statements.extend(own.insertions(&self.ladder));
        statements.extend(later.iter().flat_map(Rated::updates));
        for (person, rating) in &ratings {
            let players = self.game.seats.iter().zip(&self.players);
            let mut own = players.filter(|((own, _), _)| own == person);
            statements.push(match own.next() {
                Some((_, &player)) => self.ladder.rating(player, rating),
                None => self.ladder.changed(person, rating),
            });
        }
        statements.push(Statement::new(
            "update ladder set games = games + 1 where game = $1 and seats = $2",
            (&self.ladder.game, self.ladder.seats),
        ));
        Ok(statements)
    }
}

impl Ladder {
    /// Returns the statement that stores the rating of a player, unless the player was forgotten.
    fn rating(&self, player: PlayerId, rating: &Rating) -> Statement {
        Statement::new(
            "insert into rating (player, game, seats, person, skill, uncertainty, games,
                settled)
             select id, $2, $3, $4, $5, $6, $7, $8 from player where id = $1
             on conflict (player, game, seats) do update set skill = excluded.skill,
                uncertainty = excluded.uncertainty, games = excluded.games,
                settled = excluded.settled",
            (
                player,
                &self.game,
                self.seats,
                RatedPerson::of(player),
                rating.skill,
                rating.uncertainty,
                rating.games,
                !rating.is_provisional(),
            ),
        )
    }

    /// Returns the statement that changes the rating of a person, unless the person was forgotten.
    fn changed(&self, person: &RatedPerson, rating: &Rating) -> Statement {
        Statement::new(
            "update rating set skill = $4, uncertainty = $5, games = $6, settled = $7
             where person = $1 and game = $2 and seats = $3",
            (
                person,
                &self.game,
                self.seats,
                rating.skill,
                rating.uncertainty,
                rating.games,
                !rating.is_provisional(),
            ),
        )
    }
}

/// Converts a number of seats to the integers of the database.
fn count(seats: usize) -> i64 {
    i64::try_from(seats).unwrap_or(i64::MAX)
}
