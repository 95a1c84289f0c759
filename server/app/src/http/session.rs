//! Who someone is: `/api/session`.

use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::{HeaderMap, header, request::Parts},
    response::{IntoResponse, Response},
};
use senda_room::{Person, PlayerId, protocol::Name};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::{Body, Client, Problem};
use crate::{App, identity, identity::Token};

/// Whoever sends the request, by their cookie.
#[derive(Clone, Debug)]
pub struct Known(pub Person);

impl FromRequestParts<App> for Known {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let token = Token::of(&parts.headers).map_err(|_| Problem::UnknownSession)?;
        let token = token.ok_or(Problem::NoSession)?;
        let person = app.store.person(&token.hash()).await?;
        person.map(Self).ok_or(Problem::UnknownSession)
    }
}

/// Nothing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Arrival {}

/// A new name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Renaming {
    name: String,
}

/// Says who one is; makes an identity for those who have none.
pub(super) async fn arrive(
    State(app): State<App>,
    Client(source): Client,
    headers: HeaderMap,
    Body(Arrival {}): Body<Arrival>,
) -> Result<Response, Problem> {
    let token = Token::of(&headers).unwrap_or_default();
    if let Some(token) = token
        && let Some(person) = app.store.person(&token.hash()).await?
    {
        return Ok(Json(json!({ "name": person.name })).into_response());
    }
    let _making = app.make(source, &app.arrivals)?;
    let token = Token::draw();
    let person = Person {
        player: PlayerId(Uuid::new_v4()),
        name: identity::wind(),
    };
    let name = person.name.clone();
    app.store
        .writer()
        .player(token.hash(), person, app.clock.now())
        .await?;
    let cookie = token.cookie(app.is_https());
    Ok((
        [(header::SET_COOKIE, cookie)],
        Json(json!({ "name": name })),
    )
        .into_response())
}

/// Takes a new name. Rooms learn of it when one comes to them.
pub(super) async fn rename(
    State(app): State<App>,
    Known(person): Known,
    Body(Renaming { name }): Body<Renaming>,
) -> Result<Response, Problem> {
    let name = Name::new(&name).map_err(|_| Problem::BadName)?;
    app.store.writer().name(person.player, name.clone()).await?;
    Ok(Json(json!({ "name": name })).into_response())
}
