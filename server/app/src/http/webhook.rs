//! A room's webhook: `/api/rooms/{room}/webhook`. The server posts the room's turns and results to
//! it at the host's request.

use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};
use senda_push::{BadTarget, Channel, SigningSecret, Target};
use senda_room::Summary;
use senda_store::{RoomId, Webhook, WebhookWrite};
use serde::{Deserialize, Serialize};

use crate::{
    app::App,
    assets::Reader,
    http::{
        problem::Problem,
        request::{Body, Client, Known, known_language},
    },
    net::{origin, rate::Source},
    notifications::delivery::{Trial, try_channel},
};

/// The body of a request to set a webhook: the channel, its URL, and the language of the messages.
#[derive(Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema),
    schemars(rename = "NewWebhook")
)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The format of the messages: `discord`, `slack`, `ntfy` or `json`.
    channel: String,
    /// The address that the room posts to.
    url: String,
    /// The language of the messages: one of those of the pages. If it is absent, that of the
    /// requesting player.
    language: Option<String>,
}

/// The response about the webhook of a room.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
pub struct WebhookOfRoom {
    /// The webhook, or `null` if the room has none.
    webhook: Option<ShownWebhook>,
}

/// A webhook as the room's host sees it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
struct ShownWebhook {
    /// The format of the messages: `discord`, `slack`, `ntfy` or `json`.
    channel: &'static str,
    /// The host of the URL, or `null` if the server doesn't post there any more.
    host: Option<String>,
    /// The language of the messages.
    language: String,
    /// The secret that signs the messages. It is sent once, when a webhook for `json` is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

/// Responds with the channel and its host, without the URL: with the URL, anyone could post there
/// as well.
pub(super) async fn show(
    State(app): State<App>,
    asking: Asking,
) -> Result<Json<WebhookOfRoom>, Problem> {
    let (room, ..) = hosted(&app, asking).await?;
    let webhook = app.store.webhook(room).await?;
    let webhook = webhook.as_ref().map(|webhook| shown(&app, webhook));
    Ok(Json(WebhookOfRoom { webhook }))
}

/// Sets the room's webhook. For the channel `json` the response contains the signing secret, this
/// one time, so that the author of the receiving program can verify the messages.
pub(super) async fn set(
    State(app): State<App>,
    asking: Asking,
    mut reader: Reader,
    Body(asked): Body<Asked>,
) -> Result<Json<WebhookOfRoom>, Problem> {
    let (room, summary, source) = hosted(&app, asking).await?;
    may_change(&app, room, &summary).await?;
    app.admission.webhooks.take(source)?;
    let unknown = || Problem::BadJson("channel: discord, slack, ntfy or json".to_owned());
    let channel = Channel::of_word(&asked.channel).ok_or_else(unknown)?;
    let url = asked.url.trim().to_owned();
    Target::parse(&url, app.push.reach()).map_err(Problem::BadWebhook)?;
    if let Some(language) = asked.language {
        reader.named = Some(known_language(&app, language)?);
    }
    let secret = SigningSecret::draw().map_err(|_| Problem::Internal)?;
    let webhook = Webhook {
        channel,
        url,
        secret,
        // The readers of the channel may not reach the address that the host uses.
        origin: origin::of_links(
            &reader.headers,
            app.settings.public_url.first(),
            &app.settings.tls,
        ),
        language: app.assets.language(&reader),
    };
    let mut shown = shown(&app, &webhook);
    if channel == Channel::Json {
        shown.secret = Some(webhook.secret.reveal());
    }
    let set = WebhookWrite::Set {
        room,
        player: summary.host_player,
        webhook,
    };
    app.store.writer().write(set).await?;
    Ok(Json(WebhookOfRoom {
        webhook: Some(shown),
    }))
}

/// Removes the room's webhook, so that nothing is posted any more.
pub(super) async fn remove(State(app): State<App>, asking: Asking) -> Result<StatusCode, Problem> {
    let (room, summary, _) = hosted(&app, asking).await?;
    may_change(&app, room, &summary).await?;
    let remove = WebhookWrite::Remove { room };
    app.store.writer().write(remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Posts one trial message and responds with its outcome.
pub(super) async fn try_it(State(app): State<App>, asking: Asking) -> Result<Json<Trial>, Problem> {
    let (room, summary, source) = hosted(&app, asking).await?;
    app.admission.webhooks.take(source)?;
    let webhook = app.store.webhook(room).await?.ok_or(Problem::NoWebhook)?;
    let about = (summary.game, &*summary.host);
    let outcome = try_channel(&app.delivery_context(), room, about, &webhook).await;
    let outcome = outcome.ok_or(Problem::BadWebhook(BadTarget::NotPublic))?;
    Ok(Json(outcome))
}

/// The room that a request is about, its client and the requesting player.
type Asking = (Path<String>, Client, Known);

/// Returns the room and the client if the requesting player is the room's host.
async fn hosted(
    app: &App,
    (Path(room), Client(source), Known(person)): Asking,
) -> Result<(RoomId, Summary, Source), Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    let summary = app.summary_for(room, person.player, source).await?;
    if summary.host_player == person.player {
        Ok((room, summary, source))
    } else {
        Err(Problem::NotHost)
    }
}

/// Rejects a stand-in host if another host has set the room's webhook. A change would lose that
/// channel for its owner, who is expected back and was not asked.
async fn may_change(app: &App, room: RoomId, summary: &Summary) -> Result<(), Problem> {
    let host = summary.host_player;
    if summary.stands_in && app.store.is_webhook_of_another(room, host).await? {
        return Err(Problem::WebhookOfAnother);
    }
    Ok(())
}

fn shown(app: &App, webhook: &Webhook) -> ShownWebhook {
    let target = Target::parse(&webhook.url, app.push.reach()).ok();
    ShownWebhook {
        channel: webhook.channel.word(),
        host: target.map(|target| target.host().to_owned()),
        language: webhook.language.clone(),
        secret: None,
    }
}
