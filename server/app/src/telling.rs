//! The task that tells people who look at something else, of what rooms have handed in.

use std::sync::Arc;

use senda_push::{Outcome, Request, deliver};
use senda_room::News;
use serde_json::json;
use tokio::sync::Semaphore;

use crate::{app::App, limits, room_id::RoomId, settings::PublicUrl, store::PushDevice};

/// Tells people until the server stops.
pub async fn run(app: App) {
    let Some(mut waiting) = app.push.waiting() else {
        return;
    };
    let places = Arc::new(Semaphore::new(limits::PUSHES_AT_ONCE));
    while let Some((room, news)) = waiting.recv().await {
        let devices = match app.store.push_devices(news.to).await {
            Ok(devices) => devices,
            Err(error) => {
                tracing::debug!(%error, "who is to be told can't be read");
                continue;
            }
        };
        for device in devices {
            let Ok(place) = places.clone().try_acquire_owned() else {
                tracing::debug!("too many push services keep this server waiting");
                continue;
            };
            let (app, news) = (app.clone(), news.clone());
            let shutdown = app.shutdown.clone();
            let tasks = app.tasks.clone();
            tasks.spawn(async move {
                let _place = place;
                // What was not told before the end is not told.
                shutdown
                    .run_until_cancelled(Box::pin(tell(&app, room, &news, device)))
                    .await;
            });
        }
    }
}

/// Tells one device.
async fn tell(app: &App, room: RoomId, news: &News, device: PushDevice) {
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
