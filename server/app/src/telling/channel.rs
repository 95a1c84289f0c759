//! Telling the channel that a room's host has named.

use std::{sync::Arc, time::Duration};

use senda_push::{Channel, Message, NotSent, Outcome, Patience, Request, Target, deliver};
use senda_room::{Announced, Announcement};
use senda_rules::GameKind;
use serde_json::{Value, json};
use tokio::{sync::Semaphore, time::timeout};
use uuid::Uuid;

use super::in_turn;
use crate::{
    app::App,
    limits,
    room_id::RoomId,
    store::{ReadError, Webhook},
};

/// Begins to tell the channel of a room of something, if it has one.
pub(super) async fn begin(
    app: &App,
    places: &Arc<Semaphore>,
    room: RoomId,
    announcement: Announcement,
) -> Result<(), ReadError> {
    let Some(webhook) = app.store.webhook(room).await? else {
        return Ok(());
    };
    let telling = app.clone();
    in_turn(app, places, async move {
        tell(&telling, room, &announcement, webhook).await;
    });
    Ok(())
}

/// What a message is about: a room, and what happened there.
struct Letter<'a> {
    room: RoomId,
    game: GameKind,
    host: &'a str,
    /// Nothing: somebody tries whether messages arrive.
    what: Option<&'a Announced>,
}

async fn tell(app: &App, room: RoomId, announcement: &Announcement, webhook: Webhook) {
    let letter = Letter {
        room,
        game: announcement.game,
        host: &announcement.host,
        what: Some(&announcement.what),
    };
    match send(app, &letter, &webhook, app.push.patience()).await {
        None | Some(Outcome::Taken) => {}
        Some(Outcome::Gone) => {
            let writer = app.store.writer();
            if let Err(reason) = writer.forget_webhook(room, webhook.url).await {
                tracing::debug!(%reason, "a channel that is gone was not forgotten");
            }
        }
        // Where to is nobody's business.
        Some(Outcome::Refused(status)) => tracing::debug!(status, "a channel refuses"),
        Some(Outcome::NotSent(reason)) => tracing::debug!(%reason, "a channel is not reached"),
    }
}

/// Posts a message once, so that the host sees whether it arrives; `None` if nothing may be sent there any more.
pub async fn try_channel(
    app: &App,
    room: RoomId,
    (game, host): (GameKind, &str),
    webhook: &Webhook,
) -> Option<Outcome> {
    let letter = Letter {
        room,
        game,
        host,
        what: None,
    };
    let once = Patience::new([]);
    let sent = timeout(
        limits::WEBHOOK_TRIAL_TIME,
        send(app, &letter, webhook, &once),
    );
    sent.await
        .unwrap_or(Some(Outcome::NotSent(NotSent::TooSlow)))
}

async fn send(
    app: &App,
    letter: &Letter<'_>,
    webhook: &Webhook,
    patience: &Patience,
) -> Option<Outcome> {
    let target = Target::parse(&webhook.url, app.push.reach()).ok()?;
    let post = letter.post(app, webhook);
    let id = Uuid::new_v4().to_string();
    let request = || {
        let mut request = post.clone();
        // Only programs know what to do with a signature.
        if webhook.channel == Channel::Json {
            let now = Duration::from_millis(app.clock.now().0).as_secs();
            let signed = webhook.secret.headers(&id, now, &request.body);
            request.headers.extend(signed);
        }
        request
    };
    Some(deliver(app.push.client().await, &target, patience, request).await)
}

impl Letter<'_> {
    /// The request that says it.
    fn post(&self, app: &App, webhook: &Webhook) -> Request {
        let game = app.assets.say(&format!("game.{}", self.game.word()), &[]);
        let text = self.text(app, webhook.channel, &game);
        let origin = webhook.origin.as_ref();
        let link = origin.map(|origin| format!("{origin}/r/{}", self.room));
        let message = Message {
            title: &game,
            text: &text,
            link: link.as_deref(),
        };
        webhook.channel.request(message, self.facts())
    }

    fn text(&self, app: &App, channel: Channel, game: &str) -> String {
        let host = channel.quoted(self.host);
        let listed = |names: &[String]| {
            let quoted = names.iter().map(|name| channel.quoted(name));
            quoted.collect::<Vec<_>>().join(", ")
        };
        let line = |(place, name): &(u8, String)| {
            let (place, name) = (place.to_string(), channel.quoted(name));
            let values = [("place", &*place), ("name", &*name)];
            app.assets.say("webhook.place", &values)
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
        app.assets.say(&format!("webhook.{}", self.word()), &values)
    }

    /// What a program is told.
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
