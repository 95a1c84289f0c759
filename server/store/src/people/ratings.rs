//! Reads ratings: those of a person, the table of the server, and the changes by one game.

use std::str::FromStr;

use senda_ratings::Rating;
use senda_room::{PlayerId, Time};

use crate::{
    ReadError, Store, limits,
    people::{PageId, RatedPerson},
    room_id::RoomId,
    statement::stored_time,
};

/// The games of one kind with one number of seats, which are rated together.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RatedKind {
    /// The kind of the games, by its name in the protocol.
    pub game: String,
    /// The number of seats.
    pub seats: u32,
}

/// The rating of a person, with its course.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OwnRating {
    /// The games that the rating is of.
    pub kind: RatedKind,
    /// The rating.
    pub rating: Rating,
    /// The time of the end and the skill after each of the last games, the oldest first.
    pub course: Vec<(Time, i64)>,
}

/// A page of the table of ratings.
#[derive(Clone, Debug)]
pub struct RatingPage {
    /// The people, the best first.
    pub people: Vec<ListedRating>,
    /// The position after the page, if there are more people.
    pub next: Option<RatingCursor>,
}

/// A person in the table of ratings.
#[derive(Clone, Debug)]
pub struct ListedRating {
    /// The position in the table, from 1.
    pub number: u32,
    /// The person.
    pub player: PlayerId,
    /// The name that the person chose last.
    pub name: String,
    /// The page of the person.
    pub page: PageId,
    /// The rating.
    pub rating: Rating,
}

/// A position in the table of ratings: settled ones come first, and the higher ones of them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RatingCursor {
    /// The number of people before the position.
    number: u32,
    settled: i64,
    skill: i64,
    page: String,
}

impl RatingCursor {
    /// Returns the beginning of the table.
    pub fn start() -> Self {
        Self {
            number: 0,
            settled: i64::MAX,
            skill: i64::MAX,
            page: String::new(),
        }
    }
}

impl std::fmt::Display for RatingCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            number,
            settled,
            skill,
            page,
        } = self;
        write!(f, "{number}.{settled}.{skill}.{page}")
    }
}

impl FromStr for RatingCursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let mut parts = text.splitn(4, '.');
        let mut next = || parts.next().ok_or(());
        let cursor = Self {
            number: next()?.parse().map_err(|_| ())?,
            settled: next()?.parse().map_err(|_| ())?,
            skill: next()?.parse().map_err(|_| ())?,
            page: next()?.to_owned(),
        };
        cursor.page.parse::<PageId>().map_err(|_| ())?;
        Ok(cursor)
    }
}

type ListedRow = (String, String, String, i64, i64, i64, i64);

impl Store {
    /// Returns the ratings of a player, with their courses.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn ratings_of(&self, player: PlayerId) -> Result<Vec<OwnRating>, ReadError> {
        let ratings = "select game, seats, skill, uncertainty, games from rating
            where player = $1 order by game, seats";
        let ratings: Vec<(String, i64, i64, i64, i64)> = self.database.all(ratings, player).await?;
        let mut own = Vec::new();
        for (game, seats, skill, uncertainty, games) in ratings {
            let course = "select ended_at, skill from rated_seat
                where person = $1 and game = $2 and seats = $3
                order by ended_at desc, room desc, round desc limit $4";
            let most = limits::RATINGS_OF_COURSE;
            let key = (RatedPerson::of(player), &game, seats, most);
            let mut course: Vec<(i64, i64)> = self.database.all(course, key).await?;
            course.reverse();
            let course = course.into_iter();
            own.push(OwnRating {
                kind: RatedKind {
                    game,
                    seats: count(seats),
                },
                rating: rating(skill, uncertainty, games),
                course: course.map(|(at, skill)| (stored_time(at), skill)).collect(),
            });
        }
        Ok(own)
    }

    /// Returns the kinds and numbers of seats of all rated games, those with the most games first.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn rated_kinds(&self) -> Result<Vec<RatedKind>, ReadError> {
        let kinds = "select game, seats from ladder where games > 0
            order by games desc, game, seats";
        let kinds: Vec<(String, i64)> = self.database.all(kinds, ()).await?;
        let kinds = kinds.into_iter().map(|(game, seats)| RatedKind {
            game,
            seats: count(seats),
        });
        Ok(kinds.collect())
    }

    /// Returns the people with ratings who show them, after a position.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn rated_people(
        &self,
        kind: &RatedKind,
        after: &RatingCursor,
    ) -> Result<RatingPage, ReadError> {
        let people = "select rating.player, player.name, public_page.id, rating.settled,
                rating.skill, rating.uncertainty, rating.games
            from rating
            join public_page on public_page.player = rating.player and public_page.ratings = 1
            join player on player.id = rating.player
            where rating.game = $1 and rating.seats = $2
            and (rating.settled, rating.skill, public_page.id) < ($3, $4, $5)
            order by rating.settled desc, rating.skill desc, public_page.id desc limit $6";
        let most = limits::RATINGS_LISTED;
        let parameters = (
            &kind.game,
            kind.seats,
            after.settled,
            after.skill,
            after.page.clone(),
            most + 1,
        );
        let mut rows: Vec<ListedRow> = self.database.all(people, parameters).await?;
        let has_more = rows.len() > most as usize;
        rows.truncate(most as usize);
        let number = |index: usize| {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            after.number.saturating_add(index)
        };
        let last = rows.last().filter(|_| has_more);
        let next = last.map(|(_, _, page, settled, skill, ..)| RatingCursor {
            number: number(rows.len()),
            settled: *settled,
            skill: *skill,
            page: page.clone(),
        });
        let people = rows.into_iter().enumerate();
        let people = people.filter_map(|(index, row)| {
            let (player, name, page, _, skill, uncertainty, games) = row;
            Some(ListedRating {
                number: number(index + 1),
                player: player.parse().map(PlayerId).ok()?,
                name,
                page: page.parse().ok()?,
                rating: rating(skill, uncertainty, games),
            })
        });
        let people = people.collect();
        Ok(RatingPage { people, next })
    }

    /// Returns the ratings before and after a finished game, indexed by seat. The list is empty if
    /// the game was not rated.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn rating_changes(
        &self,
        room: RoomId,
        round: u32,
    ) -> Result<Vec<(Rating, Rating)>, ReadError> {
        let seats = "select skill_before, uncertainty_before, skill, uncertainty, games
            from rated_seat where room = $1 and round = $2 order by seat";
        let seats: Vec<(i64, i64, i64, i64, i64)> = self.database.all(seats, (room, round)).await?;
        let seats = seats.into_iter();
        let seats = seats.map(
            |(skill_before, uncertainty_before, skill, uncertainty, games)| {
                (
                    rating(skill_before, uncertainty_before, games - 1),
                    rating(skill, uncertainty, games),
                )
            },
        );
        Ok(seats.collect())
    }
}

fn rating(skill: i64, uncertainty: i64, games: i64) -> Rating {
    Rating {
        skill,
        uncertainty,
        games: count(games),
    }
}

fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_round_trips_through_its_text() {
        let cursor = RatingCursor {
            number: 50,
            settled: 1,
            skill: -3,
            page: PageId::draw().to_string(),
        };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for wrong in ["", "1", "1.1.1", "1.1.1.x", "x.1.1.0123456789abcdef0123"] {
            assert!(wrong.parse::<RatingCursor>().is_err(), "{wrong}");
        }
    }
}
