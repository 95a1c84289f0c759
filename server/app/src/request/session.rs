//! Who sends a request: by their cookie, or by the token of a seat.

use axum::{extract::FromRequestParts, http::request::Parts};
use senda_room::{Person, PlayerId, protocol::BotKind};

use crate::{
    app::App,
    identity::{self, Token},
    open_sockets::OpenSocket,
    problem::Problem,
};

/// Whoever sends the request.
#[derive(Clone, Debug)]
pub struct Known(pub Person);

impl FromRequestParts<App> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = token_of(parts, app)?;
        let person = app.store.person(&token.hash()).await?;
        person.map(Self).ok_or(Problem::UnknownSession)
    }
}

/// The token in the cookie of a request.
fn token_of(parts: &Parts, app: &App) -> Result<Token, Problem> {
    let token = Token::of(&parts.headers, app.cookie());
    let token = token.map_err(|_| Problem::UnknownSession)?;
    token.ok_or(Problem::NoSession)
}

/// Whoever opens the socket of a room: as [`Known`], or a program from outside that has a token. Whether the token is that
/// of a seat in the room only the room knows, and by which name it goes there.
#[derive(Debug)]
pub struct Guest {
    /// The person.
    pub person: Person,
    /// The socket, which ends when the device is signed out.
    pub socket: OpenSocket,
}

impl FromRequestParts<App> for Guest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if let Some(token) = identity::seat_token(&parts.headers) {
            let person = Person {
                player: PlayerId::of_token(&token),
                name: identity::wind(),
                bot: Some(BotKind::Outside),
            };
            let socket = app.sockets.open_program();
            return Ok(Self { person, socket });
        }
        let device = token_of(parts, app)?.hash();
        let socket = app.sockets.open(&device);
        let person = app.store.person(&device).await?;
        let person = person.ok_or(Problem::UnknownSession)?;
        socket.belongs_to(person.player);
        Ok(Self { person, socket })
    }
}
