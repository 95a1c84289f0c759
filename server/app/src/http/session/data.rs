//! Exports the personal data of a player: `/api/session/data`.

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::{
    app::App,
    http::{problem::Problem, request::Known},
};

/// Responds with everything that is stored about the requesting player, except the logs of rooms.
/// Those belong to all of their players together.
pub(in crate::http) async fn data(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Response, Problem> {
    let player = person.player;
    let devices = app.store.devices(player).await?.into_iter();
    let rooms = app.store.rooms_of(player).await?.into_iter();
    let passkeys = app.store.passkeys(player).await?.into_iter();
    let data = app.store.personal_data(player).await?;
    let notified = data.notified.into_iter();
    let channels = data.channels.into_iter();
    let body = json!({
        "name": person.name,
        "language": data.language,
        "devices": listed(devices.map(|of| {
            json!({ "device": of.device, "since": of.since, "seen": of.seen })
        })),
        "passkeys": listed(passkeys.map(|of| {
            json!({ "device": of.device, "since": of.since, "used": of.used })
        })),
        "recovery_code": data.has_recovery_code,
        "create_code": data.has_create_code,
        "notified_by": listed(notified.map(|(host, since)| json!({ "host": host, "since": since }))),
        "rooms": listed(rooms.map(|of| {
            json!({ "room": of.room, "game": of.game, "playing": of.playing, "place": of.place })
        })),
        "posts_to": listed(channels.map(|of| {
            json!({ "room": of.room, "channel": of.channel, "host": of.host })
        })),
        "removed_from": data.removed_from,
    });
    let named = [(
        header::CONTENT_DISPOSITION,
        "attachment; filename=\"senda-data.json\"",
    )];
    Ok((named, Json(body)).into_response())
}

fn listed(all: impl Iterator<Item = Value>) -> Value {
    Value::Array(all.collect())
}
