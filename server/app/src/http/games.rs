//! Finished games: `/api/rooms/{room}/games/{round}`.

use axum::{
    extract::{FromRequestParts, Path},
    http::{HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
};
use senda_room::game_file::GameFile;

use crate::{
    app::App,
    game_file,
    problem::Problem,
    request::{Client, Known},
    room_id::RoomId,
};

/// A finished game that whoever asks may see: everybody who has the room's link, but for those whom
/// its host has removed.
#[derive(Debug)]
pub(super) struct Finished(GameFile);

impl FromRequestParts<App> for Finished {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let path = Path::<(String, String)>::from_request_parts(parts, app).await;
        let Ok(Path((room, round))) = path else {
            return Err(Problem::NotFound);
        };
        let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
        if app.store.game(room).await?.is_none() {
            return Err(Problem::NoSuchRoom);
        }
        let round: u32 = round.parse().map_err(|_| Problem::NoSuchGame)?;
        let Client(source) = Client::from_request_parts(parts, app).await?;
        let length = app.store.length(room).await?;
        let _turn = app.reading.begin(source, length).await?;
        // Who comes without a cookie, or with nobody's, is nobody who was removed.
        match Known::from_request_parts(parts, app).await {
            Ok(Known(person)) if app.store.is_banned(room, person.player).await? => {
                return Err(Problem::Removed);
            }
            Ok(_) | Err(Problem::NoSession | Problem::UnknownSession) => {}
            Err(problem) => return Err(problem),
        }
        let log = app.store.finished_game(room, round).await?;
        let log = log.ok_or(Problem::NoSuchGame)?;
        let file = tokio::task::spawn_blocking(move || GameFile::of(&log, round)).await;
        let file = file.map_err(|_| Problem::Internal)?;
        file.map(Self).ok_or(Problem::NoSuchGame)
    }
}

/// The whole game, to keep.
pub(super) async fn file(Finished(file): Finished) -> Response {
    let named = disposition("attachment", &file, "json");
    let json = HeaderValue::from_static("application/json");
    let headers = [
        (header::CONTENT_TYPE, json),
        (header::CONTENT_DISPOSITION, named),
    ];
    (headers, file.write()).into_response()
}

/// The game in the short notation, to read.
pub(super) async fn notation(Finished(file): Finished) -> Response {
    let named = disposition("inline", &file, "txt");
    let text = HeaderValue::from_static("text/plain; charset=utf-8");
    let headers = [
        (header::CONTENT_TYPE, text),
        (header::CONTENT_DISPOSITION, named),
    ];
    (headers, game_file::notation(&file)).into_response()
}

/// The file's name. The room's is not in it: whoever knows that could enter.
fn disposition(how: &str, file: &GameFile, extension: &str) -> HeaderValue {
    let game = file.options.kind().word();
    let day = game_file::day(file);
    let round = file.round;
    let text = format!("{how}; filename=\"senda-{game}-{day}-game-{round}.{extension}\"");
    HeaderValue::from_str(&text).expect("plain ASCII")
}
