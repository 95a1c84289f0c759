//! Erases a player at their request. Their games stay complete, with a placeholder in place
//! of their name.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{
    app::App,
    http::{problem::Problem, request::Known},
    limits,
    upkeep::forgetting,
};

/// Deletes everything that is stored about the requesting player: devices, codes, the list of
/// rooms, and the name in every log. 202 means that some logs are still being rewritten; that
/// continues without the client.
pub(in crate::http) async fn forget(
    State(app): State<App>,
    Known(person): Known,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let player = person.player;
    let status = if forgetting::erase(&app, player, limits::FORGET_WAIT).await? {
        StatusCode::NO_CONTENT
    } else {
        StatusCode::ACCEPTED
    };
    let gone = app.cookie(&headers).take_away();
    Ok((status, [(header::SET_COOKIE, gone)]).into_response())
}
