//! Web Push subscriptions of a player's devices, for notifications while the player is not looking
//! at the room's page.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode},
};
use senda_push::{BadSubscription, BadTarget, VapidKey};
use senda_store::{PushDevice, PushWrite};
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    http::{
        problem::Problem,
        request::{Body, Known},
    },
    notifications::push::NoKey,
    people::identity::{Token, TokenHash},
};

/// The push subscription that a browser has created.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "Subscription")
)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The address at the browser's push service.
    endpoint: String,
    /// The keys that messages for the browser are encrypted with.
    keys: Keys,
}

/// The keys of a browser, in base64url.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "SubscriptionKeys")
)]
#[serde(deny_unknown_fields)]
struct Keys {
    /// The public key.
    p256dh: String,
    /// The shared secret.
    auth: String,
}

/// The state of notifications on a device.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct Notified {
    /// The server's public key (VAPID), in base64url.
    key: String,
    /// Whether the device is notified.
    #[serde(rename = "told")]
    is_notified: bool,
}

/// Responds with the public key that a browser subscribes to its push service with, and with
/// whether the device is subscribed.
pub(in crate::http) async fn show(
    State(app): State<App>,
    Known(_): Known,
    headers: HeaderMap,
) -> Result<Json<Notified>, Problem> {
    let key = key(&app).await?.public();
    let is_notified = app.store.is_pushed(&device(&app, &headers)?).await?;
    Ok(Json(Notified { key, is_notified }))
}

/// Subscribes the requesting device to notifications.
pub(in crate::http) async fn subscribe(
    State(app): State<App>,
    Known(person): Known,
    headers: HeaderMap,
    Body(Asked { endpoint, keys }): Body<Asked>,
) -> Result<StatusCode, Problem> {
    let push = PushDevice {
        endpoint,
        p256dh: keys.p256dh,
        auth: keys.auth,
    };
    app.push
        .subscription(&push)
        .map_err(|reason| match reason {
            BadSubscription::Target(BadTarget::NotListed) => Problem::UnknownPushService,
            BadSubscription::Target(_) | BadSubscription::Keys => Problem::BadSubscription,
        })?;
    let subscribe = PushWrite::Subscribe {
        device: device(&app, &headers)?,
        player: person.player,
        push,
        at: app.clock.now(),
    };
    app.store.writer().write(subscribe).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unsubscribes the requesting device from notifications.
pub(in crate::http) async fn unsubscribe(
    State(app): State<App>,
    Known(_): Known,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let device = device(&app, &headers)?;
    let unsubscribe = PushWrite::Unsubscribe { device };
    app.store.writer().write(unsubscribe).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn key(app: &App) -> Result<&VapidKey, Problem> {
    app.push
        .key(&app.store)
        .await
        .map_err(|reason| match reason {
            NoKey::Unread(error) => error.into(),
            NoKey::NotStored(reason) => reason.into(),
            NoKey::Bad => Problem::Internal,
        })
}

/// Returns the token hash of the requesting device.
fn device(app: &App, headers: &HeaderMap) -> Result<TokenHash, Problem> {
    let token = Token::of(headers, app.cookie(headers)).map_err(|_| Problem::UnknownSession)?;
    Ok(token.ok_or(Problem::NoSession)?.hash())
}
