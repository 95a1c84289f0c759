//! Restores rooms from their logs.

use senda_room::{ConnectionId, Input, NotRestored, Person, PlayerId, Room, Time};
use senda_store::{Log, Ownership, ReadError, RoomId, RoomLease};
use uuid::Uuid;

use super::{Registry, Unavailable};
use crate::{
    live::{actor::Stub, quarantine::RoomFault},
    net::rate::Source,
    people::identity,
    process::chance::SystemEntropy,
};

impl<L: Log> Registry<L> {
    /// Checks for known reasons why the room can't be restored.
    pub(super) fn check(&self, id: RoomId) -> Result<(), Unavailable> {
        if let Some(fault) = self.0.quarantine.look_up(id) {
            return Err(Unavailable::Quarantined(fault));
        }
        // The room would end again at the first move.
        if !self.0.context.store.is_able() {
            return Err(Unavailable::NoStorage);
        }
        Ok(())
    }

    /// Restores the room. With `only_for`, restores it only if its game waits for that player.
    pub(super) async fn restore(
        &self,
        id: RoomId,
        only_for: Option<PlayerId>,
        source: Option<Source>,
    ) -> Result<Stub, Unavailable> {
        self.check(id)?;
        let closed = self.0.context.store.is_closed(id).await;
        if closed.map_err(|error| self.unread(id, &error))? {
            return Err(Unavailable::Closed);
        }
        let lease = self.0.context.store.lease();
        let acquired = self.0.context.store.acquire(id, &lease).await;
        let ownership = match acquired.map_err(|error| self.unread(id, &error))? {
            Ownership::Mine(token) => RoomLease { lease, token },
            Ownership::Elsewhere => return Err(Unavailable::Elsewhere),
            Ownership::Newer => {
                let reason = "a newer Senda has played it";
                return Err(self.quarantine(id, RoomFault::Newer, reason));
            }
            Ownership::LeaseEnded => return Err(Unavailable::NoStorage),
        };
        let timeline = ownership.lease.timeline();
        match self.read(id, only_for, source, timeline).await {
            Ok((room, created)) => {
                let never_back = self.0.context.store.forgotten_in(id).await;
                let stub = self.begin(id, room, created, ownership, source);
                // If that can't be read, their clock runs out like that of any other player.
                for player in never_back.unwrap_or_default() {
                    stub.never_back(player);
                }
                Ok(stub)
            }
            Err(why) => {
                // Another server may be able to restore the room.
                self.release(id, ownership).await;
                Err(why)
            }
        }
    }

    /// Reads the room from its log. Returns it with the time of its creation.
    async fn read(
        &self,
        id: RoomId,
        only_for: Option<PlayerId>,
        source: Option<Source>,
        timeline: u32,
    ) -> Result<(Room, Time), Unavailable> {
        let length = self.0.context.store.length(id).await;
        let length = length.map_err(|error| self.unread(id, &error))?;
        let _turn = self.0.context.log_reads.begin(source, length).await?;
        let now = self.0.context.clock.now();
        let restore = self.0.context.restore;
        let restored = self.0.context.store.stream_log(id, move |log| {
            let mut log = log.peekable();
            let created = log.peek()?.at;
            let room = bring_back(|| restore(now, &mut log, timeline), now);
            Some((room, created))
        });
        let restored = restored.await.map_err(|error| self.unread(id, &error))?;
        let (room, created) = restored.ok_or(Unavailable::NoSuchRoom)?;
        let room = room.map_err(|reason| {
            let fault = match reason {
                NotRestored::Corrupt { .. } => RoomFault::Corrupt,
                NotRestored::Newer { .. } => RoomFault::Newer,
            };
            self.quarantine(id, fault, &reason.to_string())
        })?;
        if only_for.is_some_and(|player| !room.awaits(player)) {
            return Err(Unavailable::Full);
        }
        tracing::debug!(room = %id, records = length, "brought back");
        Ok((room, created))
    }

    /// Releases a room that is not in memory here, so that other servers can take it.
    pub(super) async fn release(&self, id: RoomId, ownership: RoomLease) {
        // If the lease is lost, the ownership of all rooms has been released with it.
        if ownership.lease.holds() {
            self.0.context.store.release(id, &ownership).await;
        }
    }

    /// Returns the reason why a room whose log can't be read is unavailable.
    pub(super) fn unread(&self, id: RoomId, error: &ReadError) -> Unavailable {
        match error {
            ReadError::Database(error) => {
                if self.0.unread.may_speak() {
                    tracing::error!(room = %id, %error, "rooms can't be read");
                }
                Unavailable::NoStorage
            }
            ReadError::Newer { .. } => self.quarantine(id, RoomFault::Newer, &error.to_string()),
            ReadError::Corrupt { .. } | ReadError::Damaged(_) => {
                self.quarantine(id, RoomFault::Corrupt, &error.to_string())
            }
        }
    }

    /// Quarantines a room that can't be continued, so that it is not read again for every request.
    pub(super) fn quarantine(&self, id: RoomId, fault: RoomFault, reason: &str) -> Unavailable {
        tracing::error!(room = %id, %reason, "this room can't be continued; the others can");
        self.0.quarantine.insert(id, fault);
        Unavailable::Quarantined(fault)
    }
}

/// Restores a room from its log, if it can be continued and shown. Panics on events that no game
/// allows.
fn bring_back(
    restore: impl FnOnce() -> Result<Room, NotRestored>,
    now: Time,
) -> Result<Room, NotRestored> {
    let room = restore()?;
    // A room that can't be shown can't be played. It is better to find out here than when a client
    // joins.
    let visitor = Input::Joined {
        connection: ConnectionId(0),
        person: Person {
            player: PlayerId(Uuid::nil()),
            name: identity::wind(),
            bot: None,
            guest_of: None,
        },
        since: None,
    };
    room.clone().step(now, visitor, &mut SystemEntropy);
    Ok(room)
}
