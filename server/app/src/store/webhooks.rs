//! Where rooms' turns and results are posted to.

use std::fmt;

use senda_push::{Channel, SigningSecret};
use senda_room::PlayerId;

use super::{ReadError, Store, parameter::Statement};
use crate::room_id::RoomId;

/// A channel of people elsewhere. Whoever knows its address can post there.
#[derive(Clone, Eq, PartialEq)]
pub struct Webhook {
    /// How it wants to be told.
    pub channel: Channel,
    /// Its address.
    pub url: String,
    /// What a message to a program is signed with.
    pub secret: SigningSecret,
    /// How links to this server begin, as the host reached it.
    pub origin: Option<String>,
}

/// Nothing of its address.
impl fmt::Debug for Webhook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhook")
            .field("channel", &self.channel)
            .finish_non_exhaustive()
    }
}

/// What of this can be written.
#[derive(Debug)]
pub(super) enum WebhookWrite {
    /// A room has that one, by the wish of somebody.
    Set {
        room: RoomId,
        player: PlayerId,
        webhook: Webhook,
    },
    /// It has none any more.
    Off { room: RoomId },
    /// It has none any more, if it is still the one of that address.
    Gone { room: RoomId, url: String },
}

impl WebhookWrite {
    /// What is to be said to the database.
    pub(super) fn statement(&self) -> Statement {
        match self {
            Self::Set {
                room,
                player,
                webhook,
            } => Statement::new(
                // Of a room that is being removed nothing is kept.
                "insert into webhook (room, player, channel, url, secret, origin)
                 select id, $2, $3, $4, $5, $6 from room where id = $1 and removing = 0
                 on conflict (room) do update set player = excluded.player,
                    channel = excluded.channel, url = excluded.url,
                    secret = excluded.secret, origin = excluded.origin",
                [
                    (*room).into(),
                    (*player).into(),
                    webhook.channel.word().into(),
                    webhook.url.as_str().into(),
                    webhook.secret.reveal().into(),
                    webhook.origin.clone().into(),
                ],
            ),
            Self::Off { room } => {
                Statement::new("delete from webhook where room = $1", [(*room).into()])
            }
            Self::Gone { room, url } => Statement::new(
                "delete from webhook where room = $1 and url = $2",
                [(*room).into(), url.as_str().into()],
            ),
        }
    }
}

impl Store {
    /// Whether a room posts somewhere by the wish of somebody else.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn is_webhook_of_another(
        &self,
        room: RoomId,
        player: PlayerId,
    ) -> Result<bool, ReadError> {
        let other = "select 1 from webhook where room = $1 and player <> $2";
        let any: Option<(i32,)> = self
            .database
            .first(other, vec![room.into(), player.into()])
            .await?;
        Ok(any.is_some())
    }

    /// Where a room's turns and results are posted to, if anywhere.
    ///
    /// # Errors
    /// The database can't be read.
    pub async fn webhook(&self, room: RoomId) -> Result<Option<Webhook>, ReadError> {
        type Row = (String, String, String, Option<String>);
        let row: Option<Row> = self
            .database
            .first(
                "select channel, url, secret, origin from webhook where room = $1",
                vec![room.into()],
            )
            .await?;
        // What can't be understood was written by another version of this program: it is set anew.
        Ok(row.and_then(|(channel, url, secret, origin)| {
            Some(Webhook {
                channel: Channel::of_word(&channel)?,
                url,
                secret: SigningSecret::parse(&secret).ok()?,
                origin,
            })
        }))
    }
}
