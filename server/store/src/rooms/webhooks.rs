//! Webhooks: the channels that rooms post their turns and results to.

use std::fmt;

use senda_push::{Channel, SigningSecret};
use senda_room::PlayerId;

use crate::room_id::RoomId;
use crate::{ReadError, Store, statement::Statements};

/// The channel that a room posts its turns and results to. Everyone who knows its URL can post
/// there, so the URL is a secret.
#[derive(Clone, Eq, PartialEq)]
pub struct Webhook {
    /// The format of the messages.
    pub channel: Channel,
    /// The URL of the channel.
    pub url: String,
    /// The secret that signs messages to programs.
    pub secret: SigningSecret,
    /// The origin of links to this server, as the room's host reached it.
    pub origin: Option<String>,
    /// The language of the messages.
    pub language: String,
}

/// Reveals nothing of the URL.
impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhook")
            .field("channel", &self.channel)
            .finish_non_exhaustive()
    }
}

/// A change of a room's webhook.
pub enum WebhookWrite {
    /// Sets the webhook of a room.
    Set {
        /// The id of the room.
        room: RoomId,
        /// The host, who sets it.
        player: PlayerId,
        /// The channel to post to.
        webhook: Webhook,
    },
    /// Removes the webhook of a room.
    Remove {
        /// The id of the room.
        room: RoomId,
    },
    /// Removes the webhook of a room if it still has that URL, which does not exist any more.
    Expire {
        /// The id of the room.
        room: RoomId,
        /// The URL that does not exist.
        url: String,
    },
}

/// Reveals nothing of the URL.
impl fmt::Debug for WebhookWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Set { .. } => "Set(..)",
            Self::Remove { .. } => "Remove(..)",
            Self::Expire { .. } => "Expire(..)",
        })
    }
}

impl Statements {
    /// Adds the statement of a change of a webhook.
    pub(crate) fn webhook(&mut self, write: &WebhookWrite) {
        match write {
            WebhookWrite::Set {
                room,
                player,
                webhook,
            } => {
                let (channel, secret) = (webhook.channel.word(), webhook.secret.reveal());
                self.add(
                    // A room that is being removed gets no webhook.
                    "insert into webhook (room, player, channel, url, secret, origin, language)
                     select id, $2, $3, $4, $5, $6, $7 from room where id = $1 and removing = 0
                     on conflict (room) do update set player = excluded.player,
                        channel = excluded.channel, url = excluded.url,
                        secret = excluded.secret, origin = excluded.origin,
                        language = excluded.language",
                    (
                        room,
                        player,
                        channel,
                        &webhook.url,
                        secret,
                        &webhook.origin,
                        &webhook.language,
                    ),
                );
            }
            WebhookWrite::Remove { room } => {
                self.add("delete from webhook where room = $1", room);
            }
            WebhookWrite::Expire { room, url } => self.add(
                "delete from webhook where room = $1 and url = $2",
                (room, url),
            ),
        }
    }
}

impl Store {
    /// Returns whether the webhook of a room was set by another player.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn is_webhook_of_another(
        &self,
        room: RoomId,
        player: PlayerId,
    ) -> Result<bool, ReadError> {
        let other = "select 1 from webhook where room = $1 and player <> $2";
        self.database.any(other, (room, player)).await
    }

    /// Returns the webhook of a room, if it has one.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn webhook(&self, room: RoomId) -> Result<Option<Webhook>, ReadError> {
        type Row = (String, String, String, Option<String>, String);
        let webhook = "select channel, url, secret, origin, language from webhook where room = $1";
        let row: Option<Row> = self.database.first(webhook, room).await?;
        // A row that can't be parsed was written by another version of this program. The host can
        // set the webhook again.
        Ok(row.and_then(|(channel, url, secret, origin, language)| {
            Some(Webhook {
                channel: Channel::of_word(&channel)?,
                url,
                secret: SigningSecret::parse(&secret).ok()?,
                origin,
                language,
            })
        }))
    }
}
