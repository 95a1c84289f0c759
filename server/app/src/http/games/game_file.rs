//! Replays the file of a finished game that a client sends: `/api/replay`. Nothing of the file is
//! stored.

use axum::{
    Json,
    body::to_bytes,
    extract::{Query, Request, State},
};
use senda_room::{game_file::GameFile, limits::GAME_FILE_BYTES, review::GameReplay};
use senda_rules::Viewer;
use serde::Serialize;

use super::SeenBy;
use crate::{
    app::App,
    http::{
        problem::{Problem, shortened},
        request::Client,
    },
    limits,
};

/// The path that a file is sent to. Its body may be larger than others, and is read by the handler.
pub(in crate::http) const PATH: &str = "/api/replay";

/// The replay of a game in a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct ReplayedFile {
    /// The game as one viewer saw it.
    replay: GameReplay,
}

/// Responds with the replay of the game in a file, for one viewer.
pub(in crate::http) async fn replay(
    State(app): State<App>,
    Client(source): Client,
    seen_by: Result<Query<SeenBy>, axum::extract::rejection::QueryRejection>,
    request: Request,
) -> Result<Json<ReplayedFile>, Problem> {
    let viewer = seen_by.ok().and_then(|Query(seen_by)| seen_by.viewer());
    let viewer = viewer.ok_or(Problem::NotFound)?;
    let _file = app.admission.game_file(source)?;
    let file = to_bytes(request.into_body(), GAME_FILE_BYTES).await;
    let file = file.map_err(|_| Problem::TooLarge)?;
    let size = u32::try_from(file.len()).unwrap_or(u32::MAX);
    let price = limits::GAME_FILE_PRICE + size / limits::GAME_FILE_BYTES_OF_A_UNIT;
    let _turn = app.log_reads.turn(source, price).await?;
    let work = move || replayed(&file, viewer);
    let replay = app.log_reads.work(work).await;
    let replay = replay.map_err(|_| Problem::BadGameFile("it can't be replayed".to_owned()))??;
    Ok(Json(ReplayedFile { replay }))
}

fn replayed(bytes: &[u8], viewer: Viewer) -> Result<GameReplay, Problem> {
    let bad = |reason: String| Problem::BadGameFile(shortened(&reason));
    let file = GameFile::read(bytes).map_err(|reason| bad(reason.to_string()))?;
    if let Viewer::Seat(seat) = viewer
        && seat.index() >= file.seats.len()
    {
        return Err(Problem::NotFound);
    }
    let replay = file.replayed(viewer).map_err(|inconsistent| {
        bad(format!(
            "step {} does not follow from the rules",
            inconsistent.step
        ))
    })?;
    replay.ok_or_else(|| bad("it has no end".to_owned()))
}
