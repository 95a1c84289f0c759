//! Lists finished games: those of a room, the latest ones of public rooms, and those on a person's
//! page. A player's own list is in `session/games.rs`.

use std::convert::Infallible;

use axum::{
    Json,
    extract::{FromRequestParts, Path, Query, Request, State},
    http::request::Parts,
};
use senda_room::{PlayerId, Time, protocol::Name};
use senda_store::{Figures, GameCursor, GameId, GamePage, ListedGame, PageId, RoomId};
use serde::{Deserialize, Serialize};

use super::{is_let_in, kind, ratings, ratings::RatingWithCourse};
use crate::{
    app::App,
    http::{problem::Problem, request::Known},
};

/// A page of a list of finished games.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct GameList {
    /// The games, the latest first.
    games: Vec<GameEntry>,
    /// The value of `after` for the next page, if there are more games.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// A finished game in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct GameEntry {
    /// The id of the game, for its replay. It is absent if the requesting player was removed from
    /// the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<GameId>,
    /// The kind of the game.
    game: String,
    /// The time of its end in milliseconds since 1970.
    ended_at: Time,
    /// The number of the game in its room, in the list of that room.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
    /// The room, if the requesting player has it in their list of rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<RoomId>,
    /// The part of another finished game that this one started from: `deal` or `position`.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    /// The players in the order of their places.
    players: Vec<GameEntryPlayer>,
}

/// A player of a finished game in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct GameEntryPlayer {
    /// The seat, from 0.
    seat: u32,
    /// The name that the player had then; `null` if they had left.
    name: Option<String>,
    /// The place of the player.
    place: u32,
    /// Whether it is the person whose list it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    own: bool,
    /// The word for this person in the requesting player's own list, as for its filter.
    #[serde(skip_serializing_if = "Option::is_none")]
    with: Option<String>,
    /// The id of the person's page, if they want one.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<PageId>,
}

impl GameList {
    /// Returns a page of a list, which may belong to a person. The function returns the words for
    /// other people in their list.
    pub(in crate::http) fn of(
        page: GamePage,
        owner: Option<PlayerId>,
        with: impl Fn(PlayerId) -> Option<String>,
    ) -> Self {
        let entry = |game: ListedGame| GameEntry {
            id: (!game.is_removed).then_some(game.id),
            game: game.game,
            ended_at: game.ended_at,
            round: None,
            room: (game.has_room && !game.is_removed).then_some(game.room),
            start: game.start,
            players: game
                .players
                .into_iter()
                .map(|player| {
                    let is_own = player.player.is_some() && player.player == owner;
                    GameEntryPlayer {
                        seat: player.seat,
                        name: player.name,
                        place: player.place,
                        own: is_own,
                        with: player.player.filter(|_| !is_own).and_then(&with),
                        page: player.page.filter(|_| !is_own),
                    }
                })
                .collect(),
        };
        Self {
            games: page.games.into_iter().map(entry).collect(),
            next: page.next.map(|next| next.to_string()),
        }
    }

    /// Returns a page of the list of a room, whose games are numbered.
    fn of_room(page: GamePage) -> Self {
        let rounds: Vec<u32> = page.games.iter().map(|game| game.round).collect();
        let mut list = Self::of(page, None, |_| None);
        for (game, round) in list.games.iter_mut().zip(rounds) {
            game.round = Some(round);
        }
        list
    }
}

/// The query of a list of games.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    /// The kind of the games.
    game: Option<String>,
    /// The position in the list, as `next` of the page before.
    after: Option<String>,
}

/// The part of a list that a request asks for.
#[derive(Debug)]
pub(in crate::http) struct ListRequest {
    game: Option<&'static str>,
    after: GameCursor,
}

/// Returns the position in a list that a request names.
///
/// # Errors
/// Returns [`Problem::NotFound`] for a word that is no position.
pub(in crate::http) fn position(after: Option<&str>) -> Result<GameCursor, Problem> {
    let after = after.map(str::parse).transpose();
    let after = after.map_err(|()| Problem::NotFound)?;
    Ok(after.unwrap_or(GameCursor::START))
}

impl FromRequestParts<App> for ListRequest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let query = Query::<ListQuery>::from_request_parts(parts, app).await;
        let Ok(Query(query)) = query else {
            return Err(Problem::NotFound);
        };
        Ok(Self {
            game: kind(query.game.as_deref())?,
            after: position(query.after.as_deref())?,
        })
    }
}

/// Lists the latest finished games of public rooms. With `--public-lobby off` there is no such
/// list, as there is none of the rooms.
pub(in crate::http) async fn latest(
    State(app): State<App>,
    asked: ListRequest,
) -> Result<Json<GameList>, Problem> {
    if !app.settings.public_lobby {
        return Err(Problem::NotFound);
    }
    let page = app.store.latest_games(asked.game, asked.after).await?;
    Ok(Json(GameList::of(page, None, |_| None)))
}

/// Lists the finished games of a room. The list is as private as the link of the room.
pub(in crate::http) async fn of_room(
    State(app): State<App>,
    Path(room): Path<String>,
    asked: ListRequest,
    request: Request,
) -> Result<Json<GameList>, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    super::game_of(&app, room).await?;
    let (mut parts, _) = request.into_parts();
    is_let_in(room, &mut parts, &app).await?;
    let page = app.store.games_of_room(room, asked.after);
    let page = page.await.map_err(Problem::of_room)?;
    Ok(Json(GameList::of_room(page)))
}

/// The page of a person.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct PersonPage {
    /// The name of the person.
    name: Name,
    /// Whether it is the page of the requesting player.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    own: bool,
    /// The figures of all finished games, by kind and number of seats.
    figures: Vec<FiguresOfKind>,
    /// The ratings, if the person shows them or is the requesting player.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratings: Option<Vec<RatingWithCourse>>,
    /// Whether the person shows the ratings to others.
    ratings_shown: bool,
    /// The games of public rooms, if the person wants them on their page.
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<GameList>,
}

/// The figures of the games of one kind with one number of seats.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct FiguresOfKind {
    /// The kind of the games.
    game: String,
    /// The number of seats.
    seats: u32,
    /// The number of games.
    games: u32,
    /// The number of games with the first place, or a share in it.
    won: u32,
}

impl From<Figures> for FiguresOfKind {
    fn from(figures: Figures) -> Self {
        Self {
            game: figures.game,
            seats: figures.seats,
            games: figures.games,
            won: figures.won,
        }
    }
}

/// Responds with the page of a person. A page that the person doesn't want is answered as one that
/// never existed, and so is that of a person whom the operator has banned.
pub(in crate::http) async fn person(
    State(app): State<App>,
    Path(id): Path<String>,
    asked: ListRequest,
    known: Result<Requester, Infallible>,
) -> Result<Json<PersonPage>, Problem> {
    let id: PageId = id.parse().map_err(|_| Problem::NoSuchPerson)?;
    let page = app.store.public_page(id).await?;
    let page = page.ok_or(Problem::NoSuchPerson)?;
    if app.moderation.bans_player(page.player, app.clock.now()) {
        return Err(Problem::NoSuchPerson);
    }
    let figures = app.store.figures(page.player).await?;
    let list = if page.games {
        let games = app.store.public_games_of(page.player, asked.after).await?;
        Some(GameList::of(games, Some(page.player), |_| None))
    } else {
        None
    };
    let Ok(Requester(requester)) = known;
    let is_own = requester == Some(page.player);
    let ratings = if page.ratings || is_own {
        Some(ratings::with_courses(&app, page.player).await?)
    } else {
        None
    };
    Ok(Json(PersonPage {
        name: page.name,
        own: is_own,
        ratings,
        ratings_shown: page.ratings,
        figures: figures.into_iter().map(FiguresOfKind::from).collect(),
        list,
    }))
}

/// The requesting player, if the request has a valid session.
#[derive(Debug)]
pub(in crate::http) struct Requester(Option<PlayerId>);

impl FromRequestParts<App> for Requester {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let known = Known::from_request_parts(parts, app).await;
        Ok(Self(known.ok().map(|Known(person)| person.player)))
    }
}
