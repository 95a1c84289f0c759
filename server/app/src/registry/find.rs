//! Where a room is, among servers that are linked.

use senda_room::PlayerId;
use tokio::time::sleep;

use super::{Registry, Unavailable};
use crate::{limits, rate::Source, room_id::RoomId, store::Log};

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
    /// server. One that a server is about to give up is waited for: soon it is nobody's.
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

    /// The address of another server that has a room, and keeps it.
    async fn holder(&self, id: RoomId) -> Result<Option<String>, Unavailable> {
        let mut wait = limits::DRAIN_WAIT;
        loop {
            let holder = self.0.context.store.holder(id).await;
            let holder = holder.map_err(|error| self.unread(id, &error))?;
            match holder {
                Some(holder) if holder.is_leaving && wait <= limits::DRAIN_WAIT_MOST => {
                    sleep(wait).await;
                    wait *= 2;
                }
                holder => return Ok(holder.map(|holder| holder.address)),
            }
        }
    }
}
