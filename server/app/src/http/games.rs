//! Serves finished games, their replays and their reviews: `/api/rooms/{room}/games/{round}`, and
//! `/api/games/{game_id}` for clients that know a game by its own id.

pub(super) mod game_file;
pub(super) mod lists;
pub(super) mod missed;
pub(super) mod ratings;

use std::collections::BTreeMap;

use axum::{
    Json,
    extract::{FromRequestParts, Path, Query, Request, State},
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use senda_room::{
    LogEvent, PlayerId, Record,
    game_file::GameFile,
    protocol::Start,
    review::{Course, GameReplay, Origin},
};
use senda_rules::{GameKind, Seat, Viewer};
use senda_store::{GameId, ReadError, RoomId};
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    game_file as saved,
    http::{
        problem::Problem,
        request::{Client, MaybeKnown},
    },
    limits,
    live::{
        quarantine::RoomFault,
        reviews::{Progress, Subject},
    },
    net::rate::Source,
};

/// A finished game that the requesting player may see. Every client with the link of the room or
/// the replay may, except the players that the room's host has removed.
#[derive(Debug)]
pub(super) struct Finished(GameFile);

impl FromRequestParts<App> for Finished {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let game = asked(parts, app).await?;
        let (_, round) = game;
        let file = read(game, parts, app, move |log| GameFile::of(log, round)).await?;
        Ok(Self(file))
    }
}

/// Reads a finished game from the log of its room, within the limits on such reads.
async fn read<T: Send + 'static>(
    game: (RoomId, u32),
    parts: &mut Parts,
    app: &App,
    reader: impl FnOnce(&[Record]) -> Option<T> + Send + 'static,
) -> Result<T, Problem> {
    let (room, _) = game;
    let Client(source) = Client::from_request_parts(parts, app).await?;
    let length = app.store.length(room).await.map_err(Problem::of_room)?;
    let _turn = app.log_reads.begin(Some(source), length).await?;
    is_let_in(room, parts, app).await?;
    let log = records(app, game).await?;
    let read = app.log_reads.work(move || reader(&log)).await;
    // A reader panics on a log that no game could have produced.
    let read = read.map_err(|_| Problem::RoomUnavailable(RoomFault::Corrupt))?;
    read.ok_or(Problem::NoSuchGame)
}

/// Reads from a finished game what the games of another room start from, under the same conditions
/// as its replay.
pub(super) async fn origin(
    app: &App,
    source: Source,
    player: PlayerId,
    start: Start,
) -> Result<Origin, Problem> {
    let id: GameId = start.game.parse().map_err(|_| Problem::NoSuchGame)?;
    let game = app.store.game_of_id(id).await.map_err(Problem::of_room)?;
    let (room, round) = game.ok_or(Problem::NoSuchGame)?;
    let length = app.store.length(room).await.map_err(Problem::of_room)?;
    let _turn = app.log_reads.begin(Some(source), length).await?;
    if app.store.is_banned(room, player).await? {
        return Err(Problem::Removed);
    }
    let log = records(app, (room, round)).await?;
    let read = app
        .log_reads
        .work(move || Origin::of(&log, round, &start))
        .await;
    // A reader panics on a log that no game could have produced.
    let read = read.map_err(|_| Problem::RoomUnavailable(RoomFault::Corrupt))?;
    read.ok_or(Problem::NoSuchGame)
}

/// Returns the game of a stored room. No room is restored for that.
///
/// # Errors
/// Returns [`Problem`] if there is no such room, or if it is known to be unavailable.
pub(in crate::http) async fn game_of(app: &App, room: RoomId) -> Result<String, Problem> {
    let game = match app.store.game(room).await {
        Err(ReadError::Damaged(_)) => return Err(Problem::RoomUnavailable(RoomFault::Corrupt)),
        game => game?.ok_or(Problem::NoSuchRoom)?,
    };
    if app.store.is_closed(room).await? {
        return Err(Problem::RoomClosed);
    }
    app.registry.ask(room)?;
    Ok(game)
}

/// Returns the requested room and the number of the game, which the path names by the room or by
/// the game's own id. The room exists; whether it has such a game, only its log can tell.
async fn asked(parts: &mut Parts, app: &App) -> Result<(RoomId, u32), Problem> {
    let path = Path::<BTreeMap<String, String>>::from_request_parts(parts, app).await;
    let Ok(Path(path)) = path else {
        return Err(Problem::NotFound);
    };
    if let Some(id) = path.get("game_id") {
        let id: GameId = id.parse().map_err(|_| Problem::NoSuchGame)?;
        let game = app.store.game_of_id(id).await.map_err(Problem::of_room)?;
        return game.ok_or(Problem::NoSuchGame);
    }
    let (Some(room), Some(round)) = (path.get("room"), path.get("round")) else {
        return Err(Problem::NotFound);
    };
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    let game = app.store.game(room).await.map_err(Problem::of_room)?;
    if game.is_none() {
        return Err(Problem::NoSuchRoom);
    }
    let round = round.parse().map_err(|_| Problem::NoSuchGame)?;
    Ok((room, round))
}

/// Returns the records of a finished game, from its start to its end. If the index of finished
/// games points to the wrong records, the room counts as corrupt, as with a damaged log.
async fn records(app: &App, (room, round): (RoomId, u32)) -> Result<Vec<Record>, Problem> {
    let log = app.store.finished_game(room, round).await;
    let log = log.map_err(Problem::of_room)?.ok_or(Problem::NoSuchGame)?;
    let starts = |event: &LogEvent| matches!(event, LogEvent::Started(of) if of.round == round);
    let ends = |event: &LogEvent| matches!(event, LogEvent::Ended(_));
    let is_whole = log.iter().any(|record| record.happened.iter().any(starts))
        && log
            .last()
            .is_some_and(|last| last.happened.iter().any(ends));
    if is_whole {
        Ok(log)
    } else {
        tracing::error!(%room, round, "a finished game is not where the database says");
        Err(Problem::RoomUnavailable(RoomFault::Corrupt))
    }
}

/// Returns the kind of game that a request names.
///
/// # Errors
/// Returns [`Problem::NotFound`] for a word that is no kind of game.
pub(in crate::http) fn kind(game: Option<&str>) -> Result<Option<&'static str>, Problem> {
    let Some(game) = game else {
        return Ok(None);
    };
    let mut kinds = GameKind::ALL.iter().map(|kind| kind.word());
    let kind = kinds.find(|kind| *kind == game);
    kind.map(Some).ok_or(Problem::NotFound)
}

/// Rejects the players that the room's host has removed.
async fn is_let_in(room: RoomId, parts: &mut Parts, app: &App) -> Result<(), Problem> {
    // A client without a cookie, or with an unknown one, can't be a removed player.
    let MaybeKnown(player) = MaybeKnown::from_request_parts(parts, app).await?;
    match player {
        Some(player) if app.store.is_banned(room, player).await? => Err(Problem::Removed),
        _ => Ok(()),
    }
}

/// The replay of a finished game, with the id that its link contains.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Replayed {
    /// The id of the game.
    id: GameId,
    /// The game as one viewer saw it.
    replay: GameReplay,
}

/// The query of a replay.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeenBy {
    /// The viewer: `spectator`, `all` or the number of a seat, from 0.
    view: Option<String>,
}

impl SeenBy {
    /// Returns the viewer; `None` for a word that names none.
    fn viewer(&self) -> Option<Viewer> {
        match self.view.as_deref() {
            None | Some("spectator") => Some(Viewer::Spectator),
            Some("all") => Some(Viewer::Omniscient),
            Some(seat) => seat.parse().ok().and_then(Seat::new).map(Viewer::Seat),
        }
    }
}

/// Responds with the replay of the game for one viewer.
pub(super) async fn replay(
    State(app): State<App>,
    seen_by: Result<Query<SeenBy>, axum::extract::rejection::QueryRejection>,
    request: Request,
) -> Result<Json<Replayed>, Problem> {
    let viewer = seen_by.ok().and_then(|Query(seen_by)| seen_by.viewer());
    let viewer = viewer.ok_or(Problem::NotFound)?;
    let (mut parts, _) = request.into_parts();
    let game = asked(&mut parts, &app).await?;
    let (_, round) = game;
    let replay = read(game, &mut parts, &app, move |log| {
        GameReplay::of(log, round, viewer)
    });
    let replay = replay.await?;
    if let Viewer::Seat(seat) = viewer
        && seat.index() >= replay.players.len()
    {
        return Err(Problem::NotFound);
    }
    let id = id_of(&app, game).await?;
    Ok(Json(Replayed { id, replay }))
}

/// Returns the id of a finished game.
async fn id_of(app: &App, (room, round): (RoomId, u32)) -> Result<GameId, Problem> {
    let id = app.store.id_of_game(room, round).await;
    id.map_err(Problem::of_room)?.ok_or(Problem::NoSuchGame)
}

/// The progress of what is being computed of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Reviewing {
    /// The number of decisions that are examined already.
    done: usize,
    /// The number of all decisions.
    of: usize,
}

/// Responds with the cost of each decision of the game.
pub(super) async fn review(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    look_into(Subject::Review, &app, request).await
}

/// Responds with the goals that people missed in the game.
pub(super) async fn missed(State(app): State<App>, request: Request) -> Result<Response, Problem> {
    look_into(Subject::Missed, &app, request).await
}

/// Responds with what is computed of a game. If that is not known yet, the computation starts. The
/// client polls until the result is there, and receives the progress meanwhile.
async fn look_into(subject: Subject, app: &App, request: Request) -> Result<Response, Problem> {
    let (mut parts, _) = request.into_parts();
    let game = asked(&mut parts, app).await?;
    is_let_in(game.0, &mut parts, app).await?;
    let progress = match app.reviews.look(game, subject) {
        Some(progress) => progress,
        None => begin(subject, game, &mut parts, app).await?,
    };
    Ok(match progress {
        Progress::Working { done, of } => {
            let body = Json(Reviewing { done, of });
            (StatusCode::ACCEPTED, body).into_response()
        }
        Progress::Done(result) => {
            let json = HeaderValue::from_static("application/json");
            ([(header::CONTENT_TYPE, json)], result.to_string()).into_response()
        }
    })
}

/// Starts a computation if there is such a game. The rate limits count it for the first client that
/// asks.
async fn begin(
    subject: Subject,
    game: (RoomId, u32),
    parts: &mut Parts,
    app: &App,
) -> Result<Progress, Problem> {
    let (room, round) = game;
    let Client(source) = Client::from_request_parts(parts, app).await?;
    let (decisions, records) = {
        let length = app.store.length(room).await.map_err(Problem::of_room)?;
        let _turn = app.log_reads.begin(Some(source), length).await?;
        let log = records(app, game).await?;
        let course = Course::of(&log, round).ok_or(Problem::NoSuchGame)?;
        let decisions = match subject {
            Subject::Review => course.reviewed(),
            Subject::Missed => course.decisions(),
        };
        (decisions, log.len())
    };
    let pay = || match subject {
        Subject::Review => app.admission.reviews.take(source),
        Subject::Missed => {
            let records = u32::try_from(records).unwrap_or(u32::MAX);
            app.log_reads
                .pay(source, records.saturating_mul(limits::MISSED_PRICE))
        }
    };
    Ok(app.reviews.begin(game, subject, decisions, pay)?)
}

/// Responds with the whole game as a JSON file to download.
pub(super) async fn file(Finished(file): Finished) -> Response {
    let json = HeaderValue::from_static("application/json");
    named(json, ("attachment", "json"), &file, file.write())
}

/// Responds with the game in the short notation, as plain text to read.
pub(super) async fn notation(Finished(file): Finished) -> Response {
    let text = HeaderValue::from_static("text/plain; charset=utf-8");
    named(text, ("inline", "txt"), &file, saved::notation(&file))
}

/// Responds with a file that has a name. The name does not contain the room's id, since that id
/// lets anyone enter the room.
fn named(
    kind: HeaderValue,
    (how, extension): (&str, &str),
    file: &GameFile,
    body: impl IntoResponse,
) -> Response {
    let game = file.options.kind().word();
    let day = saved::day(file);
    let round = file.round;
    let name = format!("{how}; filename=\"senda-{game}-{day}-game-{round}.{extension}\"");
    let name = HeaderValue::from_str(&name).expect("plain ASCII");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, name),
    ];
    (headers, body).into_response()
}
