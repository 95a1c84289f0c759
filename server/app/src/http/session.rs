//! Who someone is: `/api/session`.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use senda_room::{Person, PlayerId, protocol::Name};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::{
    app::App,
    identity::{self, SessionCookie, Token},
    limits,
    problem::Problem,
    request::{Body, Client, Known, device_of},
    store::Visitor,
    time::milliseconds,
};

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

/// Says who one is; makes an identity for those who have none, and says so to whoever has lost theirs: the device was
/// signed out, or nobody was here on it for too long. Whoever has one keeps it for another 400 days, from the last day on
/// which they were here.
pub(super) async fn arrive(
    State(app): State<App>,
    Client(source): Client,
    headers: HeaderMap,
    Body(Arrival {}): Body<Arrival>,
) -> Result<Response, Problem> {
    let mut is_lost = false;
    for which in [app.cookie(), SessionCookie::Plain] {
        let Some(token) = Token::of(&headers, which).unwrap_or_default() else {
            continue;
        };
        if let Some(visitor) = app.store.visitor(&token.hash()).await? {
            return Ok(welcome_back(&app, which, &token, visitor).await);
        }
        is_lost = true;
    }
    let _creation = app.admission.session(source)?;
    let token = Token::draw();
    let person = Person {
        player: PlayerId(Uuid::new_v4()),
        name: identity::wind(),
        bot: None,
    };
    let name = person.name.clone();
    app.store
        .writer()
        .player(token.hash(), person, device_of(&headers), app.clock.now())
        .await?;
    let cookie = app.cookie().give(&token);
    let mut said = json!({ "name": name });
    if is_lost {
        said["lost"] = json!(true);
    }
    Ok(([(header::SET_COOKIE, cookie)], Json(said)).into_response())
}

/// Tells somebody their name, and gives them the cookie once more if a day has passed since they had it
/// last. One who comes with the cookie of plain http to a server that has https since gets the other for
/// it.
async fn welcome_back(
    app: &App,
    came_with: SessionCookie,
    token: &Token,
    visitor: Visitor,
) -> Response {
    let Visitor { person, seen } = visitor;
    let cookie = app.cookie();
    let now = app.clock.now();
    let is_old = |seen| now.since(seen) >= milliseconds(limits::RENEW_EVERY);
    let mut response = Json(json!({ "name": person.name })).into_response();
    if came_with != cookie || seen.is_none_or(is_old) {
        // Whoever can't be noted now is noted when they come next; they are not kept from playing.
        if let Err(reason) = app
            .store
            .writer()
            .seen(person.player, token.hash(), now)
            .await
        {
            tracing::debug!(%reason, "it was not stored that somebody was here");
        }
        let headers = response.headers_mut();
        headers.append(header::SET_COOKIE, cookie.give(token));
        if came_with != cookie {
            headers.append(header::SET_COOKIE, came_with.take_away());
        }
    }
    response
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
