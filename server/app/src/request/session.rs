//! Who sends a request: by their cookie, or by the token of a seat.

use axum::{extract::FromRequestParts, http::request::Parts};
use senda_room::{Person, PlayerId, protocol::BotKind};

use crate::{
    app::App,
    identity::{self, Token},
    problem::Problem,
};

/// Whoever sends the request.
#[derive(Clone, Debug)]
pub struct Known(pub Person);

impl FromRequestParts<App> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = Token::of(&parts.headers, app.cookie());
        let token = token.map_err(|_| Problem::UnknownSession)?;
        let token = token.ok_or(Problem::NoSession)?;
        let person = app.store.person(&token.hash()).await?;
        person.map(Self).ok_or(Problem::UnknownSession)
    }
}

/// Whoever opens the socket of a room: as [`Known`], or a program from outside that has a token. Whether the token is that
/// of a seat in the room only the room knows, and by which name it goes there.
#[derive(Clone, Debug)]
pub struct Guest(pub Person);

impl FromRequestParts<App> for Guest {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if let Some(token) = identity::seat_token(&parts.headers) {
            return Ok(Self(Person {
                player: PlayerId::of_token(&token),
                name: identity::wind(),
                bot: Some(BotKind::Outside),
            }));
        }
        let Known(person) = Known::from_request_parts(parts, app).await?;
        Ok(Self(person))
    }
}
