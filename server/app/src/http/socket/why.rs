//! Endpoints that explain over HTTP why sockets are rejected: browsers tell a page only that a
//! handshake has failed.

use axum::{
    extract::{Path, State},
    response::Response,
};
use senda_store::RoomId;

use super::handshake::{SocketRequest, advise_on_upgrade};
use crate::{
    app::App,
    http::{
        games::game_of,
        problem::Problem,
        request::{Client, Guest},
    },
};

/// Answers a page whose handshakes fail without a reason from the browser: with the error that
/// rejects them, or with 426 if only the upgrade to a WebSocket is missing.
///
/// # Errors
/// Always returns an error, which is the response.
pub async fn why_no_room(
    State(app): State<App>,
    SocketRequest { source, .. }: SocketRequest,
    Guest { .. }: Guest,
    room: Path<String>,
) -> Result<Response, Problem> {
    why_no_screen(State(app), Client(source), room).await
}

/// Answers a screen whose handshakes fail. Its socket needs no session.
///
/// # Errors
/// Always returns an error, which is the response.
pub async fn why_no_screen(
    State(app): State<App>,
    Client(source): Client,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    game_of(&app, room).await?;
    why_no_lobby(State(app), Client(source)).await
}

/// Answers a page whose handshakes for the lobby's socket fail. That socket is open to all clients.
///
/// # Errors
/// Always returns an error, which is the response.
pub async fn why_no_lobby(
    State(app): State<App>,
    Client(source): Client,
) -> Result<Response, Problem> {
    if app.moderation.bans_network(source, app.clock.now()) {
        return Err(Problem::Banned);
    }
    app.admission.socket(source)?;
    advise_on_upgrade();
    Err(Problem::NotASocket)
}
