//! Lists and signs out a player's devices, and adds another device by code.

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use senda_room::{PlayerId, Time};
use senda_store::{Device, ID_DIGITS, NotStored, PlayerWrite, PushWrite};
use serde::{Deserialize, Serialize};

use super::Named;
use crate::{
    app::App,
    http::{
        problem::Problem,
        request::{Body, Client, Known, device_of},
    },
    limits,
    net::open_sockets::SignedOut,
    people::{device_code::DeviceCode, identity::Token},
    process::time::milliseconds,
};

/// An empty body: an object without fields.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// The body that carries a code: one shown on another device, or a recovery code.
#[derive(Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The code, as it was shown.
    code: String,
}

/// The devices of a player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Devices {
    /// The devices.
    devices: Vec<OwnDevice>,
}

/// A device of the requesting player.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct OwnDevice {
    #[serde(flatten)]
    device: Device,
    /// Whether the device has sent the request.
    here: bool,
}

/// A code that adds another device.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct LinkCode {
    /// The code, which is valid once.
    code: String,
    /// The time in milliseconds for which the code is valid.
    lasts_ms: u64,
}

/// A recovery code.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct RecoveryCode {
    /// The code, which is valid once, and until it is replaced.
    code: String,
}

/// Lists the devices of the requesting player, and which of them has sent the request.
pub(in crate::http) async fn list(
    State(app): State<App>,
    Known(person): Known,
    headers: HeaderMap,
) -> Result<Json<Devices>, Problem> {
    let here = id_of(&app, &headers);
    let devices = app.store.devices(person.player).await?;
    let devices = devices.into_iter().map(|device| OwnDevice {
        here: here.as_deref() == Some(&*device.id),
        device,
    });
    Ok(Json(Devices {
        devices: devices.collect(),
    }))
}

/// Returns the id of the requesting device in the owner's device list.
fn id_of(app: &App, headers: &HeaderMap) -> Option<String> {
    let token = Token::of(headers, app.cookie(headers)).ok()??;
    Some(token.hash().as_str().chars().take(ID_DIGITS).collect())
}

/// Creates a code that adds another device. It works once and only for [`limits::PASS_TIME`].
/// Earlier such codes become invalid.
pub(in crate::http) async fn link(
    State(app): State<App>,
    Known(person): Known,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<LinkCode>, Problem> {
    let code = DeviceCode::draw();
    let lasts = milliseconds(limits::PASS_TIME);
    let until = app.clock.now().plus(lasts);
    create_code(&app, &code, person.player, Some(until)).await?;
    Ok(Json(LinkCode {
        code: code.shown(),
        lasts_ms: lasts,
    }))
}

/// Creates a recovery code, for a player who loses all of their devices. The earlier one becomes
/// invalid.
pub(in crate::http) async fn recovery(
    State(app): State<App>,
    Known(person): Known,
    Body(Nothing {}): Body<Nothing>,
) -> Result<Json<RecoveryCode>, Problem> {
    let code = DeviceCode::draw();
    create_code(&app, &code, person.player, None).await?;
    Ok(Json(RecoveryCode { code: code.shown() }))
}

async fn create_code(
    app: &App,
    code: &DeviceCode,
    player: PlayerId,
    until: Option<Time>,
) -> Result<(), NotStored> {
    let create = PlayerWrite::DeviceCode {
        code: code.hash(),
        player,
        until,
    };
    app.store.writer().write(create).await
}

/// Adds the requesting device to the devices of the code's owner.
pub(in crate::http) async fn enter(
    State(app): State<App>,
    Client(source): Client,
    headers: HeaderMap,
    Body(Entry { code }): Body<Entry>,
) -> Result<Response, Problem> {
    let _creation = app.admission.session(source)?;
    let code: DeviceCode = code.parse().map_err(|_| Problem::BadCode)?;
    let token = Token::draw();
    let sign_in = PlayerWrite::SignInByCode {
        code: code.hash(),
        token: token.hash(),
        device: device_of(&headers),
        at: app.clock.now(),
    };
    app.store.writer().write(sign_in).await?;
    let entered = welcome(&app, &headers, &token).await?;
    entered.ok_or(Problem::BadCode)
}

/// Gives a device the session cookie of its new owner, if the token is that of a player.
pub(in crate::http) async fn welcome(
    app: &App,
    headers: &HeaderMap,
    token: &Token,
) -> Result<Option<Response>, Problem> {
    let Some(person) = app.store.person(&token.hash()).await? else {
        return Ok(None);
    };
    let devices = app.store.devices(person.player).await?;
    // `DEVICES` does not count the player's first device. At this number the store may just have
    // signed out another device to make room for this one.
    if devices.len() >= limits::DEVICES as usize {
        app.signed_out(&signed_out(person.player, devices)).await;
    }
    // The device must not receive notifications about the games of the player that it belonged to
    // before.
    if let Some(before) = Token::of(headers, app.cookie(headers)).ok().flatten() {
        let device = before.hash();
        let unsubscribe = PushWrite::Unsubscribe { device };
        app.store.writer().write(unsubscribe).await?;
    }
    let cookie = app.cookie(headers).give(token);
    let body = Json(Named { name: person.name });
    Ok(Some(([(header::SET_COOKIE, cookie)], body).into_response()))
}

/// Describes the sign-out of all devices of the player except those in `left`.
fn signed_out(player: PlayerId, left: Vec<Device>) -> SignedOut {
    SignedOut {
        player,
        left: left.into_iter().map(|device| device.id).collect(),
        forgotten: false,
    }
}

/// Signs out a device of the requesting player.
pub(in crate::http) async fn sign_out(
    State(app): State<App>,
    Known(person): Known,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let devices = app.store.devices(person.player).await?;
    if !devices.iter().any(|device| device.id == id) {
        return Err(Problem::NotFound);
    }
    let is_here = id_of(&app, &headers).as_deref() == Some(&*id);
    let sign_out = PlayerWrite::SignOut {
        player: person.player,
        device: id,
    };
    app.store.writer().write(sign_out).await?;
    let left = app.store.devices(person.player).await?;
    app.signed_out(&signed_out(person.player, left)).await;
    let mut response = StatusCode::NO_CONTENT.into_response();
    if is_here {
        let gone = app.cookie(&headers).take_away();
        response.headers_mut().insert(header::SET_COOKIE, gone);
    }
    Ok(response)
}
