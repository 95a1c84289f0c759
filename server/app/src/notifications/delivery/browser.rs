//! Notifications to players' browsers, by Web Push.

use std::time::Duration;

use senda_push::{Attempt, Request, attempt};
use senda_room::Notification;
use senda_store::{PushDevice, PushWrite, RoomId};
use serde_json::json;

use super::{
    DeliveryContext, Subject,
    budgets::MessageBudgets,
    deliveries::{Addressed, Message},
    schedule::Keys,
};
use crate::{
    limits,
    net::rate::Rate,
    process::{metrics::Receiver, telemetry::LogThrottle},
    settings::PublicUrl,
};

/// A notification for one device of a player.
pub(super) struct BrowserMessage {
    room: RoomId,
    news: Notification,
    device: PushDevice,
}

/// The rate limits of players, devices and push services.
pub(super) struct BrowserBudgets {
    budgets: MessageBudgets,
    /// Throttles the log lines about devices whose push service is no longer allowed.
    forgotten: LogThrottle,
}

impl BrowserBudgets {
    pub fn new() -> Self {
        use limits::{
            PUSHES_BURST, PUSHES_PER_MINUTE, PUSHES_TO_DEVICE_BURST, PUSHES_TO_DEVICE_PER_MINUTE,
            PUSHES_TO_SERVICE_BURST, PUSHES_TO_SERVICE_PER_SECOND,
        };
        let (minute, second) = (Duration::from_mins(1), Duration::from_secs(1));
        Self {
            budgets: MessageBudgets::new(
                Rate::new(PUSHES_BURST, PUSHES_PER_MINUTE, minute),
                Rate::new(PUSHES_TO_DEVICE_BURST, PUSHES_TO_DEVICE_PER_MINUTE, minute),
                Rate::new(
                    PUSHES_TO_SERVICE_BURST,
                    PUSHES_TO_SERVICE_PER_SECOND,
                    second,
                ),
            ),
            forgotten: LogThrottle::new(),
        }
    }

    /// Returns the message for a device; `None` if a rate limit is exceeded, or if the push service
    /// of the device is no longer allowed. In the latter case the subscription is deleted.
    pub fn message(
        &mut self,
        context: &DeliveryContext,
        room: RoomId,
        news: &Notification,
        device: PushDevice,
    ) -> Option<Addressed<BrowserMessage>> {
        let Ok(target) = context.push.target(&device) else {
            self.forget(context, device);
            return None;
        };
        let service = context.push.services().service(&target);
        let owner = Subject::Person(news.to);
        if let Err(reason) = self.budgets.take(owner, &device.endpoint, &service) {
            context.push.drops().count(reason);
            return None;
        }
        let keys = Keys {
            owner,
            device: device.endpoint.clone(),
            service,
            topic: Some(Subject::Room(room)),
        };
        let news = news.clone();
        Some((keys, BrowserMessage { room, news, device }))
    }

    /// Deletes the subscription of a device whose push service this server does not send to.
    fn forget(&self, context: &DeliveryContext, device: PushDevice) {
        if self.forgotten.may_speak() {
            tracing::info!(
                "devices are forgotten whose push service this server doesn't send to; --push-hosts allows more"
            );
        }
        let forgetting = context.clone();
        context
            .tasks
            .spawn(async move { forget(&forgetting, device.endpoint).await });
    }
}

async fn forget(context: &DeliveryContext, endpoint: String) {
    let expire = PushWrite::Expire { endpoint };
    if let Err(reason) = context.store.writer().write(expire).await {
        tracing::debug!(%reason, "a browser that has gone was not forgotten");
    }
}

impl Message for BrowserMessage {
    const RECEIVER: Receiver = Receiver::Browser;

    async fn attempt(&self, context: &DeliveryContext) -> Option<Attempt> {
        let subscription = context.push.subscription(&self.device).ok()?;
        let key = context.push.key(&context.store).await.ok()?;
        let Self { room, news, .. } = self;
        let text = json!({ "what": news.what, "room": room, "host": news.host });
        let body = subscription.seal(text.to_string().as_bytes()).ok()?;
        let contact = context.public_url.as_ref().map(PublicUrl::origin);
        let contact = contact.filter(|url| url.starts_with("https:"));
        let target = &subscription.target;
        let authorization =
            key.authorize(target, contact.as_deref(), context.clock.now().0 / 1_000);
        let request = Request {
            headers: vec![
                ("authorization", authorization.unwrap_or_default()),
                ("content-encoding", "aes128gcm".to_owned()),
                ("content-type", "application/octet-stream".to_owned()),
                ("ttl", limits::NOTIFICATION_LASTS.as_secs().to_string()),
                ("urgency", "high".to_owned()),
                // A newer notification about the same room replaces one that is not delivered yet.
                ("topic", room.to_string()),
            ],
            body,
        };
        Some(attempt(context.push.client().await, target, request).await)
    }

    async fn forget(&self, context: &DeliveryContext) {
        forget(context, self.device.endpoint.clone()).await;
    }
}
