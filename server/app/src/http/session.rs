//! A player's session and name: `/api/session`. The modules handle the paths below it.

pub(super) mod data;
pub(super) mod devices;
pub(super) mod forget;
pub(super) mod games;
pub(super) mod page;
pub(super) mod passkeys;
pub(super) mod push;
pub(super) mod rooms;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use senda_room::{Person, PlayerId, protocol::Name};
use senda_store::{PlayerWrite, Visitor};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::devices::Nothing;
use crate::{
    app::App,
    http::{
        problem::Problem,
        request::{Body, Client, Known, device_of, known_language},
    },
    limits,
    people::identity::{self, SessionCookie, Token},
    process::time::milliseconds,
};

/// The body of a request to change the name, the language, or both.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The new name: 1 to 24 visible characters.
    name: Option<String>,
    /// The new language: one of those of the pages.
    language: Option<String>,
}

/// The response to a visitor.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Arrived {
    /// The player's name.
    name: Name,
    /// The language that the player has chosen, if they have.
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    /// Whether the request had a session that is not valid any more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    lost: bool,
}

/// The response with a player's name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Named {
    /// The player's name.
    name: Name,
}

/// Responds with the player's name and language, and creates a player for a client without a
/// session.
///
/// If the client's session is lost, the response says so. It is lost if the device was signed out,
/// if it was unused for too long, or if the server has changed to https since. An existing session
/// is valid for 400 days from the last day on which the player was here.
pub(super) async fn arrive(
    State(app): State<App>,
    Client(source): Client,
    headers: HeaderMap,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    if app.moderation.bans_network(source, now) {
        return Err(Problem::Banned);
    }
    let cookie = app.cookie(&headers);
    let token = Token::of(&headers, cookie).unwrap_or_default();
    if let Some(token) = &token
        && let Some(visitor) = app.store.visitor(&token.hash()).await?
    {
        if app.moderation.bans_player(visitor.person.player, now) {
            return Err(Problem::Banned);
        }
        return Ok(welcome_back(&app, cookie, token, visitor).await);
    }
    let by_http = came_by_http(&app, &headers).await?;
    let _creation = app.admission.session(source)?;
    let had_token = token.is_some();
    let token = Token::draw();
    let person = Person {
        player: PlayerId(Uuid::new_v4()),
        name: identity::wind(),
        bot: None,
        guest_of: None,
    };
    let name = person.name.clone();
    let create = PlayerWrite::Create {
        token: token.hash(),
        person,
        device: device_of(&headers),
        at: app.clock.now(),
    };
    app.store.writer().write(create).await?;
    let body = Arrived {
        name,
        language: None,
        lost: had_token || by_http == ByHttp::Known,
    };
    let mut response = Json(body).into_response();
    let headers = response.headers_mut();
    headers.append(header::SET_COOKIE, cookie.give(&token));
    if by_http != ByHttp::No {
        headers.append(header::SET_COOKIE, cookie.over_http().take_away());
    }
    Ok(response)
}

/// The state of the plain-http cookie that a browser sends to a server with https.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum ByHttp {
    No,
    /// The cookie belongs to a player of this server.
    Known,
    /// The cookie belongs to no player.
    Unknown,
}

/// Checks the plain-http cookie that a browser sends to a server with https.
///
/// Such a cookie dates from before the server had https, or was planted: a neighbouring host can
/// set it, and so can an attacker on the network. A page that adopted it would act as the
/// attacker's player. So it proves nothing here; its owner learns from the response how to sign in
/// again.
async fn came_by_http(app: &App, headers: &HeaderMap) -> Result<ByHttp, Problem> {
    if !app.cookie(headers).is_https() {
        return Ok(ByHttp::No);
    }
    Ok(match Token::of(headers, app.cookie(headers).over_http()) {
        Ok(None) => ByHttp::No,
        Ok(Some(token)) if app.store.person(&token.hash()).await?.is_some() => ByHttp::Known,
        Ok(Some(_)) | Err(_) => ByHttp::Unknown,
    })
}

/// Responds with the player's name and language, and renews the cookie if the last renewal is at
/// least a day ago.
async fn welcome_back(
    app: &App,
    cookie: SessionCookie<'_>,
    token: &Token,
    visitor: Visitor,
) -> Response {
    let Visitor {
        person,
        seen,
        language,
    } = visitor;
    let now = app.clock.now();
    // A time in the future was stored by a clock that was ahead.
    let is_old = |seen| seen > now || now.since(seen) >= milliseconds(limits::RENEW_EVERY);
    let body = Arrived {
        name: person.name,
        language,
        lost: false,
    };
    let mut response = Json(body).into_response();
    if seen.is_none_or(is_old) {
        // If the visit can't be stored now, the next one is. That must not keep the player from
        // playing.
        let visit = PlayerWrite::Visit {
            player: person.player,
            token: token.hash(),
            at: now,
        };
        if let Err(reason) = app.store.writer().write(visit).await {
            tracing::debug!(%reason, "it was not stored that somebody was here");
        }
        let cookie = cookie.give(token);
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Changes the player's name, or the language on all of the player's devices. A room learns of a
/// new name when the player enters it the next time.
pub(super) async fn change(
    State(app): State<App>,
    Known(person): Known,
    Body(Change { name, language }): Body<Change>,
) -> Result<Json<Named>, Problem> {
    let name = name.map(|name| Name::new(&name).map_err(|_| Problem::BadName));
    let name = name.transpose()?;
    let language = language.map(|language| known_language(&app, language));
    let language = language.transpose()?;
    let player = person.player;
    if let Some(language) = language {
        let write = PlayerWrite::Language { player, language };
        app.store.writer().write(write).await?;
    }
    let Some(name) = name else {
        return Ok(Json(Named { name: person.name }));
    };
    let rename = PlayerWrite::Name {
        player,
        name: name.clone(),
    };
    app.store.writer().write(rename).await?;
    Ok(Json(Named { name }))
}
