//! Finds the server that has a room, among servers that are linked.

use senda_room::PlayerId;
use senda_store::{Log, RoomId};
use tokio::time::sleep;

use super::{Registry, Unavailable};
use crate::{limits, net::rate::Source};

/// The server that has a room.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Found {
    /// This server had the room in memory a moment ago.
    Here,
    /// The server at that address has the room, according to the database.
    There(String),
}

impl<L: Log> Registry<L> {
    /// Returns the server that has a room. If the room is not in memory on any server, it is
    /// restored here for the player. If its server is about to give it up, the call waits until the
    /// room is free.
    ///
    /// # Errors
    /// As [`Registry::get`].
    pub async fn find(
        &self,
        id: RoomId,
        who: PlayerId,
        source: Source,
    ) -> Result<Found, Unavailable> {
        // A room on another server needs no place in memory here.
        if !self.has(id)
            && let Some(address) = self.holder(id).await?
        {
            return Ok(Found::There(address));
        }
        match self.get(id, who, source).await {
            Ok(_) => Ok(Found::Here),
            // Another server has just taken the room.
            Err(Unavailable::Elsewhere) => {
                let address = self.holder(id).await?;
                address.map(Found::There).ok_or(Unavailable::Elsewhere)
            }
            Err(why) => Err(why),
        }
    }

    /// Returns the address of another server that has the room and does not give it up.
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
