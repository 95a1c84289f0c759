//! Creates rooms and reports whether one exists: `/api/rooms`.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use senda_room::protocol::{RoomProblem, Settings};
use serde::Deserialize;
use serde_json::json;

use crate::{
    app::App,
    problem::Problem,
    request::{Body, Client, Known},
    room_id::RoomId,
};

/// The body of a request to create a room.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Opening {
    settings: Settings,
}

/// Creates a room. The requesting player becomes its host.
pub(super) async fn open(
    State(app): State<App>,
    Client(source): Client,
    Known(host): Known,
    Body(Opening { settings }): Body<Opening>,
) -> Result<Response, Problem> {
    settings.check().map_err(|refusal| match refusal {
        RoomProblem::BadSettings { which } => Problem::BadSettings(which),
        other => Problem::BadSettings(format!("{other:?}")),
    })?;
    let _creation = app.admission.room(source)?;
    let room = app.registry.create(settings, host, source).await?;
    let body = json!({ "room": room, "path": format!("/r/{room}") });
    Ok((StatusCode::CREATED, Json(body)).into_response())
}

/// Responds with the room's game if the room exists, since a browser can't see why a WebSocket was
/// rejected. This does not restore the room into memory.
pub(super) async fn show(
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    let game = app.game_of(room).await?;
    Ok(Json(json!({ "room": room, "game": game })).into_response())
}
