//! Erases a player at their request. Their games stay complete, with a placeholder in place
//! of their name.

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use senda_room::protocol::Name;
use senda_store::PlayerWrite;
use tokio::time::timeout;

use crate::{
    app::App,
    http::{problem::Problem, request::Known},
    limits,
    net::open_sockets::SignedOut,
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
    // From here on no session resolves to this player, even if this process crashes.
    let forget = PlayerWrite::Forget {
        player,
        name: Name::forgotten(),
        at: app.clock.now(),
    };
    app.store.writer().write(forget).await?;
    let signed_out = SignedOut {
        player,
        left: Vec::new(),
        forgotten: true,
    };
    let rest = app.clone();
    let forgotten = app.tasks.spawn(async move {
        rest.signed_out(&signed_out).await;
        forgetting::forget(&rest, player).await
    });
    let forgotten = timeout(limits::FORGET_WAIT, forgotten).await;
    let status = match forgotten {
        Ok(Ok(true)) => StatusCode::NO_CONTENT,
        _ => StatusCode::ACCEPTED,
    };
    let gone = app.cookie(&headers).take_away();
    Ok((status, [(header::SET_COOKIE, gone)]).into_response())
}
