//! Messages to the webhooks of rooms.

use std::time::Duration;

use senda_push::{Attempt, Channel, HostList, Message as Post, Outcome, Request, Target, attempt};
use senda_room::{Announced, Announcement};
use senda_rules::GameKind;
use senda_store::{ReadError, RoomId, Webhook, WebhookWrite};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout_at};
use uuid::Uuid;

use super::{
    DeliveryContext, Subject,
    budgets::MessageBudgets,
    deliveries::{Addressed, Message},
    schedule::Keys,
};
use crate::{
    limits, net::rate::Rate, notifications::drops::DropReason, process::metrics::Receiver,
};

/// A message to the webhook of a room.
pub(super) struct ChannelMessage {
    room: RoomId,
    announcement: Announcement,
    webhook: Webhook,
    target: Target,
    /// The id of the message. It is the same at each attempt, so that a program recognises a
    /// message that it has already received.
    id: Uuid,
}

/// The rate limits of rooms, webhooks and their hosts.
pub(super) struct ChannelBudgets {
    budgets: MessageBudgets,
    services: HostList,
}

impl ChannelBudgets {
    pub fn new() -> Self {
        use limits::{
            ANNOUNCEMENTS_BURST, ANNOUNCEMENTS_PER_MINUTE, POSTS_TO_CHANNEL_BURST,
            POSTS_TO_CHANNEL_PER_MINUTE, POSTS_TO_HOST_BURST, POSTS_TO_HOST_PER_MINUTE,
        };
        let rate = |burst, times| Rate::new(burst, times, Duration::from_mins(1));
        Self {
            budgets: MessageBudgets::new(
                rate(ANNOUNCEMENTS_BURST, ANNOUNCEMENTS_PER_MINUTE),
                rate(POSTS_TO_CHANNEL_BURST, POSTS_TO_CHANNEL_PER_MINUTE),
                rate(POSTS_TO_HOST_BURST, POSTS_TO_HOST_PER_MINUTE),
            ),
            services: HostList::channel_services(),
        }
    }

    /// Returns the message to the webhook of a room; `None` if the room has no webhook, or if a
    /// rate limit is exceeded.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn message(
        &mut self,
        context: &DeliveryContext,
        room: RoomId,
        announcement: Announcement,
    ) -> Result<Option<Addressed<ChannelMessage>>, ReadError> {
        let drops = context.push.drops();
        let Some(webhook) = context.store.webhook(room).await? else {
            return Ok(None);
        };
        let Ok(target) = Target::parse(&webhook.url, context.push.reach()) else {
            drops.count(DropReason::Undelivered);
            return Ok(None);
        };
        let owner = Subject::Room(room);
        if let Err(reason) = self.budgets.take(owner, &webhook.url, target.host()) {
            drops.count(reason);
            return Ok(None);
        }
        let keys = Keys {
            owner,
            device: webhook.url.clone(),
            service: self.services.service(&target),
            topic: None,
        };
        let message = ChannelMessage {
            room,
            announcement,
            webhook,
            target,
            id: Uuid::new_v4(),
        };
        Ok(Some((keys, message)))
    }
}

impl Message for ChannelMessage {
    const RECEIVER: Receiver = Receiver::Webhook;

    async fn attempt(&self, context: &DeliveryContext) -> Option<Attempt> {
        let letter = Letter {
            room: self.room,
            game: self.announcement.game,
            host: &self.announcement.host,
            what: Some(&self.announcement.what),
        };
        let request = letter.request(context, &self.webhook, self.id);
        Some(attempt(context.push.client().await, &self.target, request).await)
    }

    async fn forget(&self, context: &DeliveryContext) {
        let expire = WebhookWrite::Expire {
            room: self.room,
            url: self.webhook.url.clone(),
        };
        if let Err(reason) = context.store.writer().write(expire).await {
            tracing::debug!(%reason, "a channel that is gone was not forgotten");
        }
    }
}

/// The content of a message: a room, and the event in it.
struct Letter<'a> {
    room: RoomId,
    game: GameKind,
    host: &'a str,
    /// The event, or `None` for a test message.
    what: Option<&'a Announced>,
}

/// The result of a test message, as far as the host of the room may learn it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Trial {
    /// The service accepted the message.
    Taken,
    /// A well-known service has no such webhook.
    Gone,
    /// A well-known service rejected the message.
    Refused {
        /// The status of its response.
        status: u16,
    },
    /// The message was not delivered.
    NotDelivered,
}

/// Posts a test message once; `None` if the address is no longer allowed.
///
/// Hosts of rooms choose the address, so the result must not distinguish an open port from a closed
/// one: every failure has the same result, after the same time. Only the rejection of a well-known
/// service is reported as it is.
pub async fn try_channel(
    context: &DeliveryContext,
    room: RoomId,
    (game, host): (GameKind, &str),
    webhook: &Webhook,
) -> Option<Trial> {
    let over = Instant::now() + limits::WEBHOOK_TRIAL_TIME;
    let target = Target::parse(&webhook.url, context.push.reach()).ok()?;
    let letter = Letter {
        room,
        game,
        host,
        what: None,
    };
    let request = letter.request(context, webhook, Uuid::new_v4());
    let client = context.push.client().await;
    let sent = timeout_at(over, attempt(client, &target, request)).await;
    let outcome = sent.map(|(Attempt::Final(outcome) | Attempt::Again(outcome, _))| outcome);
    let is_known = HostList::channel_services().has(&target);
    match outcome {
        Ok(Outcome::Taken) => return Some(Trial::Taken),
        Ok(Outcome::Gone) if is_known => return Some(Trial::Gone),
        Ok(Outcome::Refused(status)) if is_known => return Some(Trial::Refused { status }),
        _ => {}
    }
    sleep_until(over).await;
    Some(Trial::NotDelivered)
}

impl Letter<'_> {
    /// Returns the request that posts the message, with a current signature.
    fn request(&self, context: &DeliveryContext, webhook: &Webhook, id: Uuid) -> Request {
        let mut request = self.post(context, webhook);
        // Only programs verify a signature.
        if webhook.channel == Channel::Json {
            let now = Duration::from_millis(context.clock.now().0).as_secs();
            let signed = webhook.secret.headers(&id.to_string(), now, &request.body);
            request.headers.extend(signed);
        }
        request
    }

    fn post(&self, context: &DeliveryContext, webhook: &Webhook) -> Request {
        let game = context.assets.sentence(
            &webhook.language,
            &format!("game.{}", self.game.word()),
            &[],
        );
        let text = self.text(context, webhook, &game);
        let origin = webhook.origin.as_ref();
        let link = origin.map(|origin| format!("{origin}/r/{}", self.room));
        let message = Post {
            title: &game,
            text: &text,
            link: link.as_deref(),
        };
        webhook.channel.request(message, self.facts())
    }

    fn text(&self, context: &DeliveryContext, webhook: &Webhook, game: &str) -> String {
        let Webhook {
            channel, language, ..
        } = webhook;
        let shown = |name: &str| {
            let name = context.assets.name(language, name);
            channel.quoted(&name).into_owned()
        };
        let host = shown(self.host);
        let listed = |names: &[String]| {
            let names: Vec<_> = names.iter().map(|name| shown(name)).collect();
            names.join(", ")
        };
        let line = |(place, name): &(u8, String)| {
            let (place, name) = (place.to_string(), shown(name));
            let values = [("place", &*place), ("name", &*name)];
            context.assets.sentence(language, "webhook.place", &values)
        };
        let (about, first) = match self.what {
            Some(Announced::Start { players, first }) => (listed(players), listed(first)),
            Some(
                Announced::Turn(players)
                | Announced::HalfTime(players)
                | Announced::LittleTime(players),
            ) => (listed(players), String::new()),
            Some(Announced::End(places)) => {
                let places: Vec<_> = places.iter().map(line).collect();
                (places.join(", "), String::new())
            }
            None => (String::new(), String::new()),
        };
        let values = [
            ("game", game),
            ("host", &*host),
            ("players", &*about),
            ("places", &*about),
            ("first", &*first),
        ];
        context
            .assets
            .sentence(language, &format!("webhook.{}", self.word()), &values)
    }

    /// Returns the JSON fields of the message for a program.
    fn facts(&self) -> Value {
        let mut facts = json!({
            "type": self.word(),
            "room": self.room,
            "game": self.game,
            "host": self.host,
        });
        match self.what {
            Some(Announced::Start { players, first }) => {
                facts["players"] = json!(players);
                facts["first"] = json!(first);
            }
            Some(
                Announced::Turn(players)
                | Announced::HalfTime(players)
                | Announced::LittleTime(players),
            ) => facts["players"] = json!(players),
            Some(Announced::End(places)) => {
                let place = |(place, name): &(u8, String)| json!({ "place": place, "name": name });
                facts["places"] = places.iter().map(place).collect();
            }
            None => {}
        }
        facts
    }

    fn word(&self) -> &'static str {
        match self.what {
            Some(Announced::Start { .. }) => "start",
            Some(Announced::Turn(_)) => "turn",
            Some(Announced::HalfTime(_)) => "half_time",
            Some(Announced::LittleTime(_)) => "little_time",
            Some(Announced::End(_)) => "end",
            None => "trial",
        }
    }
}
