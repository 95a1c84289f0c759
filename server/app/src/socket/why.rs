//! Why sockets are refused, by HTTP: browsers tell a page only that a handshake has failed.

use axum::{
    extract::{Path, State},
    response::Response,
};

use super::handshake::{SocketRequest, advise_on_upgrade};
use crate::{
    app::App,
    problem::Problem,
    request::{Client, Guest},
    room_id::RoomId,
};

/// Answers a page whose handshakes fail and whose browser does not tell it why: with what refuses them, or with 426 where
/// only the upgrade to a WebSocket is missing.
///
/// # Errors
/// Always: the reason is the answer.
pub async fn why_no_room(
    State(app): State<App>,
    SocketRequest { source, .. }: SocketRequest,
    Guest { .. }: Guest,
    Path(room): Path<String>,
) -> Result<Response, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    app.game_of(room).await?;
    why_no_lobby(State(app), Client(source)).await
}

/// The same for the socket of the lobby, which serves everybody.
///
/// # Errors
/// Always: the reason is the answer.
pub async fn why_no_lobby(
    State(app): State<App>,
    Client(source): Client,
) -> Result<Response, Problem> {
    app.admission.socket(source)?;
    advise_on_upgrade();
    Err(Problem::NotASocket)
}
