//! Creates, lists, uses and removes passkeys: `/api/session/passkeys`.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as BASE64};
use senda_room::{PlayerId, protocol::Name};
use senda_store::{Passkey, PasskeyWrite};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::devices::{Nothing, welcome};
use crate::{
    app::App,
    http::{
        problem::Problem,
        request::{Body, Client, Known, device_of},
    },
    limits,
    net::origin,
    people::{
        identity::Token,
        passkey::{BadPasskey, Challenge, Key, Made, NewPasskey, Shown},
    },
    process::time::milliseconds,
};

/// The length in bytes of the user handle, the id that an authenticator distinguishes accounts by.
const HANDLE: usize = 16;

/// The passkeys of a player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Passkeys {
    /// The passkeys.
    passkeys: Vec<Passkey>,
}

/// The data that a browser needs to create a passkey, or to sign in with one.
#[derive(Debug, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "PasskeyChallenge")
)]
pub struct Asked {
    /// The challenge, in base64url. It is valid once.
    challenge: String,
    /// The id of the site: the host of the page.
    site: String,
    /// The user handle of a new passkey, in base64url.
    handle: String,
    /// The player's name.
    name: Name,
    /// The time in milliseconds for which the challenge is valid.
    lasts_ms: u64,
}

/// Lists the passkeys of the requesting player.
pub(in crate::http) async fn list(
    State(app): State<App>,
    Known(person): Known,
) -> Result<Json<Passkeys>, Problem> {
    let passkeys = app.store.passkeys(person.player).await?;
    Ok(Json(Passkeys { passkeys }))
}

/// Creates a challenge that is valid once, and responds with it and with the data that a browser
/// needs to create a passkey for the requesting player.
pub(in crate::http) async fn ask(
    State(app): State<App>,
    Known(person): Known,
    headers: HeaderMap,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<Asked>, Problem> {
    let public = app.settings.public_url(&headers);
    let site = origin::site(&headers, public, &app.settings.tls).ok_or(Problem::NoPasskeys)?;
    let challenge = Challenge::draw();
    let now = app.clock.now();
    let lasts = milliseconds(limits::CHALLENGE_TIME);
    let asked = PasskeyWrite::Challenge {
        challenge: challenge.hash(),
        until: now.plus(lasts),
        now,
    };
    app.store.writer().write(asked).await?;
    Ok(Json(Asked {
        challenge: challenge.as_str().to_owned(),
        site: site.id,
        handle: handle(person.player),
        name: person.name,
        lasts_ms: lasts,
    }))
}

/// Registers a passkey that the browser has created for the requesting player.
pub(in crate::http) async fn make(
    State(app): State<App>,
    Known(person): Known,
    headers: HeaderMap,
    Body(made): Body<Made>,
) -> Result<StatusCode, Problem> {
    let public = app.settings.public_url(&headers);
    let site = origin::site(&headers, public, &app.settings.tls).ok_or(Problem::NoPasskeys)?;
    let (NewPasskey { id, key, used }, challenge) = made.read(&site).map_err(refused)?;
    let register = PasskeyWrite::Register {
        challenge,
        player: person.player,
        id: id.clone(),
        key: key.to_text(),
        used,
        device: device_of(&headers),
        at: app.clock.now(),
    };
    app.store.writer().write(register).await?;
    let passkeys = app.store.passkeys(person.player).await?;
    if passkeys.iter().any(|passkey| passkey.id == id) {
        Ok(StatusCode::CREATED)
    } else if passkeys.len() >= limits::PASSKEYS as usize {
        Err(Problem::TooManyPasskeys)
    } else {
        Err(Problem::BadPasskey)
    }
}

/// Adds the requesting device to the devices of the passkey's owner.
pub(in crate::http) async fn enter(
    State(app): State<App>,
    Client(source): Client,
    headers: HeaderMap,
    Body(shown): Body<Shown>,
) -> Result<Response, Problem> {
    let _creation = app.admission.session(source)?;
    let public = app.settings.public_url(&headers);
    let site = origin::site(&headers, public, &app.settings.tls).ok_or(Problem::NoPasskeys)?;
    let key = app.store.passkey_key(&shown.id).await?;
    let key = Key::parse(&key.ok_or(Problem::BadPasskey)?).map_err(refused)?;
    let (challenge, used) = shown.verify(&key, &site).map_err(refused)?;
    let token = Token::draw();
    let sign_in = PasskeyWrite::SignIn {
        challenge,
        id: shown.id,
        used,
        token: token.hash(),
        device: device_of(&headers),
        at: app.clock.now(),
    };
    app.store.writer().write(sign_in).await?;
    let entered = welcome(&app, &headers, &token).await?;
    entered.ok_or(Problem::BadPasskey)
}

/// Removes a passkey of the requesting player.
pub(in crate::http) async fn remove(
    State(app): State<App>,
    Known(person): Known,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let player = person.player;
    let remove = PasskeyWrite::Remove { player, id };
    app.store.writer().write(remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn refused(_: BadPasskey) -> Problem {
    Problem::BadPasskey
}

/// Returns the user handle of a player. It is a hash, so that it reveals nothing about the player.
fn handle(player: PlayerId) -> String {
    let hash = Sha256::new()
        .chain_update(b"senda-passkey-1")
        .chain_update(player.0.as_bytes())
        .finalize();
    BASE64.encode(&hash[..HANDLE])
}
