//! The deal of the day, which everyone on the server can play once: `/api/days/{game}`.

use axum::{
    Json,
    extract::{Query, State, rejection::QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use senda_room::{
    Opening, Time,
    limits::DAY_MS,
    log::Setup,
    protocol::{Day, Level, Settings},
};
use senda_rules::{Commitment, GameKind, Seat, Secret};
use senda_store::{DayWrite, GameId, PageId, RoomId, process::utc};
use serde::{Deserialize, Serialize};

use super::rooms::{Opened, may_open};
use crate::{
    app::App,
    http::{
        problem::Problem,
        request::{Body, Client, Kind, Known, MaybeKnown},
    },
};

/// The level of the bots.
const LEVEL: Level = Level::Hard;

/// The body of a request to play the deal of the day.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DayOpening {
    /// The code for opening rooms, where the operator demands one.
    code: Option<String>,
}

/// The query for a day.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OfDay {
    /// The day; today if it is absent.
    day: Option<Day>,
}

/// The deal of a day, and the results of those who have played it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct DayDeal {
    /// The day, in UTC.
    day: Day,
    /// The kind of the game.
    game: GameKind,
    /// The number of players, all of them but one hard bots.
    seats: u8,
    /// The time at which the day ends, in milliseconds since 1970.
    ends_at: Time,
    /// The SHA-256 of the secret that makes the shuffles.
    commitment: Commitment,
    /// The secret, once the day is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<Secret>,
    /// The game of the requesting player, if they have started it.
    #[serde(skip_serializing_if = "Option::is_none")]
    own: Option<OwnDayGame>,
    /// The number of people who have finished the game.
    players: u64,
    /// The best results: by place, and those of the same place in the order in which the games
    /// ended.
    results: Vec<DayResult>,
}

/// The requesting player's game with the deal of a day.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct OwnDayGame {
    /// The path of the room's page, including that of the public URL.
    path: String,
    /// The place of the player, if the game is finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<u32>,
    /// The id of the finished game, for its replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameId>,
}

/// The result of one person with the deal of a day.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct DayResult {
    /// The name at the end of the game.
    name: String,
    /// The place of the person in their game.
    place: u32,
    /// Whether it is the result of the requesting player.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    own: bool,
    /// The id of the game, for its replay. It is absent while the requesting player may still play
    /// the deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameId>,
    /// The id of the person's page, if they want one.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<PageId>,
}

/// Returns the present day.
fn today(app: &App) -> Day {
    let text = utc::day(app.clock.now().0);
    Day::try_from(text).expect("a day of the calendar")
}

/// Responds with the deal of a day and its results.
pub(super) async fn show(
    State(app): State<App>,
    Kind(kind): Kind,
    MaybeKnown(player): MaybeKnown,
    query: Result<Query<OfDay>, QueryRejection>,
) -> Result<Json<DayDeal>, Problem> {
    let Query(OfDay { day }) = query.map_err(|_| Problem::NotFound)?;
    let (now, today) = (app.clock.now(), today(&app));
    let day = day.unwrap_or_else(|| today.clone());
    if day > today {
        return Err(Problem::NotFound);
    }
    let is_over = day < today;
    let secret = app.day_key.secret(&app.store, kind, &day).await?;
    let own = match player {
        Some(player) => app.store.day_game(&day, kind.word(), player).await?,
        None => None,
    };
    let shows_games = is_over || own.is_some_and(|own| own.finished.is_some());
    let results = app.store.day_results(&day, kind.word()).await?.into_iter();
    let results = results.filter(|result| !app.moderation.bans_player(result.player, now));
    let results = results.map(|result| DayResult {
        name: result.name,
        place: result.place,
        own: player == Some(result.player),
        game: shows_games.then_some(result.game),
        page: result.page,
    });
    let own = own.map(|own| OwnDayGame {
        path: path(&app, own.room),
        place: own.finished.map(|(_, place)| place),
        game: own.finished.map(|(game, _)| game),
    });
    let results = results.collect();
    let players = app.store.day_players(&day, kind.word()).await?;
    Ok(Json(DayDeal {
        game: kind,
        seats: Settings::seats_of_a_day(kind),
        ends_at: Time((now.0 / DAY_MS + 1) * DAY_MS),
        commitment: secret.commitment(),
        secret: is_over.then_some(secret),
        day,
        own,
        players,
        results,
    }))
}

/// Opens a room in which the requesting player plays the deal of the day. If they have one, the
/// response is that room.
pub(super) async fn play(
    State(app): State<App>,
    Kind(kind): Kind,
    Client(source): Client,
    Known(host): Known,
    Body(DayOpening { code }): Body<DayOpening>,
) -> Result<Response, Problem> {
    let (day, game, player) = (today(&app), kind.word(), host.player);
    if let Some(own) = app.store.day_game(&day, game, player).await? {
        return Ok(opened(&app, StatusCode::OK, own.room));
    }
    let _creation = may_open(&app, source, player, code).await?;
    let secret = app.day_key.secret(&app.store, kind, &day).await?;
    let settings = Settings::of_a_day(kind, day.clone());
    let opening = Opening {
        seat: Seat::ZERO,
        bots: Some(LEVEL),
        setup: Some(Setup::of_a_day(secret, Settings::seats_of_a_day(kind))),
    };
    let room = app.registry.create(settings, opening, host, source).await?;
    let noted = DayWrite::Game {
        day: day.clone(),
        game,
        player,
        room,
    };
    app.store.writer().write(noted).await?;
    // A request that came at the same time may have been first. Its room counts.
    let own = app.store.day_game(&day, game, player).await?;
    let room = own.map_or(room, |own| own.room);
    Ok(opened(&app, StatusCode::CREATED, room))
}

fn path(app: &App, room: RoomId) -> String {
    format!("{}/r/{room}", app.settings.prefix())
}

fn opened(app: &App, status: StatusCode, room: RoomId) -> Response {
    let path = path(app, room);
    (status, Json(Opened { room, path })).into_response()
}
