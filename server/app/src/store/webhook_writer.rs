//! How it is written where rooms' turns and results are posted to.

use senda_room::PlayerId;

use super::{
    log::NotStored,
    webhooks::{Webhook, WebhookWrite},
    write::Write,
    writer::Writer,
};
use crate::room_id::RoomId;

impl Writer {
    /// Has a room's turns and results posted there, by the wish of its host.
    ///
    /// # Errors
    /// They are not.
    pub async fn webhook(
        &self,
        room: RoomId,
        player: PlayerId,
        webhook: Webhook,
    ) -> Result<(), NotStored> {
        self.write(Write::Webhook(WebhookWrite::Set {
            room,
            player,
            webhook,
        }))
        .await
    }

    /// Has nothing posted any more.
    ///
    /// # Errors
    /// It still is.
    pub async fn no_webhook(&self, room: RoomId) -> Result<(), NotStored> {
        self.write(Write::Webhook(WebhookWrite::Off { room })).await
    }

    /// Forgets an address of a room's where nobody is any more.
    ///
    /// # Errors
    /// It is still there.
    pub async fn forget_webhook(&self, room: RoomId, url: String) -> Result<(), NotStored> {
        self.write(Write::Webhook(WebhookWrite::Gone { room, url }))
            .await
    }
}
