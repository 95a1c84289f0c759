//! Telling one browser of somebody's.

use senda_push::{Outcome, Request, deliver};
use senda_room::News;
use serde_json::json;

use crate::{app::App, limits, room_id::RoomId, settings::PublicUrl, store::PushDevice};

/// Tells one device.
pub(super) async fn tell(app: &App, room: RoomId, news: &News, device: PushDevice) {
    let Some(subscription) = app.push.subscription(&device) else {
        return;
    };
    let Ok(key) = app.push.key(&app.store).await else {
        return;
    };
    let text = json!({ "what": news.what.word(), "room": room, "host": news.host }).to_string();
    let Ok(body) = subscription.seal(text.as_bytes()) else {
        return;
    };
    let contact = app.settings.public_url.as_ref().map(PublicUrl::to_string);
    let contact = contact.filter(|url| url.starts_with("https:"));
    let request = || {
        let now = app.clock.now().0 / 1_000;
        let target = &subscription.target;
        let said = key.authorize(target, contact.as_deref(), now);
        Request {
            headers: vec![
                ("authorization", said.unwrap_or_default()),
                ("content-encoding", "aes128gcm".to_owned()),
                ("content-type", "application/octet-stream".to_owned()),
                ("ttl", limits::NEWS_LAST.as_secs().to_string()),
                ("urgency", "high".to_owned()),
                // What was not brought yet is replaced by what is newer.
                ("topic", room.to_string()),
            ],
            body: body.clone(),
        }
    };
    let client = app.push.client().await;
    match deliver(client, &subscription.target, app.push.patience(), request).await {
        Outcome::Taken => {}
        Outcome::Gone => {
            if let Err(reason) = app.store.writer().forget_push(device.endpoint).await {
                tracing::debug!(%reason, "a browser that has gone was not forgotten");
            }
        }
        // Where to is nobody's business.
        Outcome::Refused(status) => tracing::debug!(status, "a push service refuses"),
        Outcome::NotSent(reason) => tracing::debug!(%reason, "a push service is not reached"),
    }
}
