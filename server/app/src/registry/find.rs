//! Where a room is, among servers that are linked.

use senda_room::PlayerId;

use super::{Registry, Unavailable};
use crate::{rate::Source, room_id::RoomId, store::Log};

/// Where a room is.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Found {
    /// In memory, a moment ago.
    Here,
    /// With the server at that address, by the database.
    There(String),
}

impl<L: Log> Registry<L> {
    /// Where a room is: here, brought back for someone if it was not in memory anywhere, or at the address of another
    /// server.
    ///
    /// # Errors
    /// As [`Registry::get`].
    pub async fn find(
        &self,
        id: RoomId,
        who: PlayerId,
        source: Source,
    ) -> Result<Found, Unavailable> {
        // Nobody needs a place here for what is elsewhere.
        if !self.has(id)
            && let Some(address) = self.holder(id).await?
        {
            return Ok(Found::There(address));
        }
        match self.get(id, who, source).await {
            Ok(_) => Ok(Found::Here),
            // It has just been taken.
            Err(Unavailable::Elsewhere) => {
                let address = self.holder(id).await?;
                address.map(Found::There).ok_or(Unavailable::Elsewhere)
            }
            Err(why) => Err(why),
        }
    }

    /// The address of another server that has a room.
    async fn holder(&self, id: RoomId) -> Result<Option<String>, Unavailable> {
        let holder = self.0.context.store.holder(id).await;
        holder.map_err(|error| self.unread(id, &error))
    }
}
