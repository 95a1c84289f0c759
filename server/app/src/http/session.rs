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
/// signed out, nobody was here on it for too long, or the server has https since. Whoever has one keeps it for another 400 days, from the last day on
/// which they were here.
pub(super) async fn arrive(
    State(app): State<App>,
    Client(source): Client,
    headers: HeaderMap,
    Body(Arrival {}): Body<Arrival>,
) -> Result<Response, Problem> {
    let token = Token::of(&headers, app.cookie()).unwrap_or_default();
    if let Some(token) = &token
        && let Some(visitor) = app.store.visitor(&token.hash()).await?
    {
        return Ok(welcome_back(&app, token, visitor).await);
    }
    let by_http = came_by_http(&app, &headers).await?;
    let _creation = app.admission.session(source)?;
    let had_token = token.is_some();
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
    let mut said = json!({ "name": name });
    if had_token || by_http == ByHttp::Known {
        said["lost"] = json!(true);
    }
    let mut response = Json(said).into_response();
    let headers = response.headers_mut();
    headers.append(header::SET_COOKIE, app.cookie().give(&token));
    if by_http != ByHttp::No {
        headers.append(header::SET_COOKIE, SessionCookie::Plain.take_away());
    }
    Ok(response)
}

/// Whether a browser of a server with https also sends the cookie of plain http.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum ByHttp {
    No,
    /// It is the cookie of a person here.
    Known,
    /// It is nobody's.
    Unknown,
}

/// Looks at the cookie of plain http that a browser sends to a server with https, which comes from the time before the
/// server had https, or was planted: a neighbouring host can set it, and whoever is on the network. A page that adopted
/// it would act as the person who planted it. So it proves nothing here; its owner is told how to sign in again.
async fn came_by_http(app: &App, headers: &HeaderMap) -> Result<ByHttp, Problem> {
    if app.cookie() == SessionCookie::Plain {
        return Ok(ByHttp::No);
    }
    Ok(match Token::of(headers, SessionCookie::Plain) {
        Ok(None) => ByHttp::No,
        Ok(Some(token)) if app.store.person(&token.hash()).await?.is_some() => ByHttp::Known,
        Ok(Some(_)) | Err(_) => ByHttp::Unknown,
    })
}

/// Answers a person with their name, and with the cookie once more if a day has passed since they had it last.
async fn welcome_back(app: &App, token: &Token, visitor: Visitor) -> Response {
    let Visitor { person, seen } = visitor;
    let now = app.clock.now();
    // A time that is yet to come was noted by a clock that was ahead.
    let is_old = |seen| seen > now || now.since(seen) >= milliseconds(limits::RENEW_EVERY);
    let mut response = Json(json!({ "name": person.name })).into_response();
    if seen.is_none_or(is_old) {
        // Whoever can't be noted now is noted when they come next; they are not kept from playing.
        if let Err(reason) = app
            .store
            .writer()
            .seen(person.player, token.hash(), now)
            .await
        {
            tracing::debug!(%reason, "it was not stored that somebody was here");
        }
        let cookie = app.cookie().give(token);
        response.headers_mut().append(header::SET_COOKIE, cookie);
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
