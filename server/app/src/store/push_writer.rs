//! How it is written on which devices somebody is told of what happens.

use senda_room::{PlayerId, Time};

use super::{
    log::NotStored,
    push::{PushDevice, PushWrite},
    write::Write,
    writer::Writer,
};
use crate::identity::TokenHash;

impl Writer {
    /// Has a person told of what happens on a device, instead of whoever was told there before.
    ///
    /// # Errors
    /// They are not.
    pub async fn push(
        &self,
        device: TokenHash,
        player: PlayerId,
        push: PushDevice,
        at: Time,
    ) -> Result<(), NotStored> {
        self.write(Write::Push(PushWrite::Told {
            device,
            player,
            push,
            at,
        }))
        .await
    }

    /// Has nobody told on a device any more.
    ///
    /// # Errors
    /// They still are.
    pub async fn no_push(&self, device: TokenHash) -> Result<(), NotStored> {
        self.write(Write::Push(PushWrite::Untold { device })).await
    }

    /// Forgets a browser that has gone.
    ///
    /// # Errors
    /// It is still there.
    pub async fn forget_push(&self, endpoint: String) -> Result<(), NotStored> {
        self.write(Write::Push(PushWrite::Gone { endpoint })).await
    }

    /// Keeps a key by which push services know this server, if there is none yet.
    ///
    /// # Errors
    /// It is not kept.
    pub async fn push_key(&self, pair: String) -> Result<(), NotStored> {
        self.write(Write::Push(PushWrite::Key { pair })).await
    }
}
