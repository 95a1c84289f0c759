//! Responds with ratings: the table of the server, the player's own ratings, and the changes by a
//! finished game.

use axum::{
    Json,
    extract::{Query, Request, State, rejection::QueryRejection},
};
use senda_ratings::{Rating, points};
use senda_room::{PlayerId, Time};
use senda_store::{ListedRating, OwnRating, PageId, RatedKind, RatingCursor};
use serde::{Deserialize, Serialize};

use super::{asked, is_let_in, kind};
use crate::{
    app::App,
    http::{problem::Problem, request::Known},
};

/// The query of the table of ratings.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct TableQuery {
    /// The kind of the games.
    game: Option<String>,
    /// The number of seats.
    seats: Option<u32>,
    /// The position in the table.
    after: Option<String>,
}

/// A page of the table of ratings.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct RatingTable {
    /// The games and numbers of seats that have ratings, those with the most games first.
    kinds: Vec<RatedKindShown>,
    /// The game and the number of seats of this table; `null` if there are no ratings.
    shown: Option<RatedKindShown>,
    /// The people who show their ratings. Those whose rating is not provisional come first, and the
    /// higher ratings among these.
    people: Vec<RatedPersonShown>,
    /// The value of `after` for the next page, if there are more people.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A game with a number of seats.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct RatedKindShown {
    /// The kind of the games.
    game: String,
    /// The number of seats.
    seats: u32,
}

impl From<RatedKind> for RatedKindShown {
    fn from(RatedKind { game, seats }: RatedKind) -> Self {
        Self { game, seats }
    }
}

/// A person in the table of ratings.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct RatedPersonShown {
    /// The position in the table, from 1.
    number: u32,
    /// The name.
    name: String,
    /// The id of the person's page.
    page: PageId,
    #[serde(flatten)]
    rating: RatingShown,
}

/// A rating.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct RatingShown {
    /// The rating in points.
    points: i64,
    /// The uncertainty in points: the standard deviation.
    uncertainty: i64,
    /// The number of games.
    games: u32,
    /// Whether the rating is provisional.
    provisional: bool,
}

impl From<Rating> for RatingShown {
    fn from(rating: Rating) -> Self {
        Self {
            points: rating.points(),
            uncertainty: rating.uncertainty_points(),
            games: rating.games,
            provisional: rating.is_provisional(),
        }
    }
}

/// The ratings of the requesting player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct OwnRatings {
    /// The ratings, by kind of game and number of seats.
    ratings: Vec<RatingWithCourse>,
}

/// The rating of a person in one game with one number of seats.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct RatingWithCourse {
    /// The kind of the games.
    game: String,
    /// The number of seats.
    seats: u32,
    #[serde(flatten)]
    rating: RatingShown,
    /// The ratings after the last games, at most 100, the oldest first.
    course: Vec<CoursePoint>,
}

/// A rating after a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct CoursePoint {
    /// The time of the end of the game in milliseconds since 1970.
    at: Time,
    /// The rating in points.
    points: i64,
}

impl From<OwnRating> for RatingWithCourse {
    fn from(own: OwnRating) -> Self {
        let course = own.course.into_iter();
        Self {
            game: own.kind.game,
            seats: own.kind.seats,
            rating: own.rating.into(),
            course: course
                .map(|(at, skill)| CoursePoint {
                    at,
                    points: points(skill),
                })
                .collect(),
        }
    }
}

/// The ratings before and after a finished game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct RatingChanges {
    /// The changes, indexed by seat. The list is empty if the game was not rated.
    seats: Vec<RatingChange>,
}

/// The ratings of a player before and after a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct RatingChange {
    /// The rating before the game.
    before: RatingShown,
    /// The rating after the game.
    after: RatingShown,
}

/// Responds with a page of the table of ratings. Without a kind it is that with the most games.
pub(in crate::http) async fn table(
    State(app): State<App>,
    query: Result<Query<TableQuery>, QueryRejection>,
) -> Result<Json<RatingTable>, Problem> {
    let Ok(Query(query)) = query else {
        return Err(Problem::NotFound);
    };
    let game = kind(query.game.as_deref())?;
    let after = query.after.as_deref().map(str::parse::<RatingCursor>);
    let after = after.transpose().map_err(|()| Problem::NotFound)?;
    let kinds = app.store.rated_kinds().await?;
    let is_wanted = |kind: &&RatedKind| {
        game.is_none_or(|game| game == kind.game)
            && query.seats.is_none_or(|seats| seats == kind.seats)
    };
    let shown = kinds.iter().find(is_wanted).cloned();
    let mut table = RatingTable {
        kinds: kinds.into_iter().map(RatedKindShown::from).collect(),
        shown: shown.clone().map(RatedKindShown::from),
        people: Vec::new(),
        next: None,
    };
    if let Some(shown) = shown {
        let after = after.unwrap_or_else(RatingCursor::start);
        let page = app.store.rated_people(&shown, &after).await?;
        let now = app.clock.now();
        let is_shown = |one: &ListedRating| !app.moderation.bans_player(one.player, now);
        let people = page.people.into_iter().filter(is_shown);
        table.people = people
            .map(|one| RatedPersonShown {
                number: one.number,
                name: one.name,
                page: one.page,
                rating: one.rating.into(),
            })
            .collect();
        table.next = page.next.map(|next| next.to_string());
    }
    Ok(Json(table))
}

/// Responds with the ratings of the requesting player, whether or not they show them to others.
pub(in crate::http) async fn own(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Json<OwnRatings>, Problem> {
    let ratings = with_courses(&app, person.player).await?;
    Ok(Json(OwnRatings { ratings }))
}

/// Returns the ratings of a player with their courses.
pub(in crate::http) async fn with_courses(
    app: &App,
    player: PlayerId,
) -> Result<Vec<RatingWithCourse>, Problem> {
    let ratings = app.store.ratings_of(player).await?;
    Ok(ratings.into_iter().map(RatingWithCourse::from).collect())
}

/// Responds with the ratings before and after a finished game, to everyone who may see the game.
pub(in crate::http) async fn changes(
    State(app): State<App>,
    request: Request,
) -> Result<Json<RatingChanges>, Problem> {
    let (mut parts, _) = request.into_parts();
    let (room, round) = asked(&mut parts, &app).await?;
    is_let_in(room, &mut parts, &app).await?;
    let seats = app.store.rating_changes(room, round).await;
    let seats = seats.map_err(Problem::of_room)?.into_iter();
    Ok(Json(RatingChanges {
        seats: seats
            .map(|(before, after)| RatingChange {
                before: before.into(),
                after: after.into(),
            })
            .collect(),
    }))
}
