//! The allocation of places in memory to rooms, and the choice of the room that gives up its place.

use std::collections::BTreeSet;

use senda_room::Time;
use senda_store::{Log, NotStored, Ownership, RoomId, RoomLease, Sweep, process::lock};

use super::{ATTEMPTS, Registry, Unavailable, slot::SlotGuard};
use crate::live::actor::Stub;

impl<L: Log> Registry<L> {
    /// Acquires a place for a caller that waits for a room, where at most `most` rooms are in
    /// memory.
    pub(super) async fn wait_for_place(
        &self,
        id: RoomId,
        most: usize,
    ) -> Result<SlotGuard<'_, L>, Unavailable> {
        let mut attempts = 1;
        loop {
            if let Some(guard) = self.take_place(id, most) {
                return Ok(guard);
            }
            self.make_space(most).await?;
            // Other callers may have taken the free place first.
            if attempts == ATTEMPTS {
                return Err(Unavailable::Full);
            }
            attempts += 1;
        }
    }

    fn take_place(&self, id: RoomId, most: usize) -> Option<SlotGuard<'_, L>> {
        let mut slots = lock(&self.0.slots);
        // A room whose end has not been noted yet is restored in a new slot.
        if slots
            .get(&id)
            .and_then(|slot| slot.stub())
            .is_some_and(Stub::is_gone)
        {
            slots.remove(&id);
        }
        if !slots.contains_key(&id) && slots.len() >= most {
            return None;
        }
        Some(SlotGuard::new(self, id, &mut slots))
    }

    /// Ensures that fewer than `most` rooms are in memory. The room that has been empty for longest
    /// leaves memory, which affects no client.
    pub(super) async fn make_space(&self, most: usize) -> Result<(), Unavailable> {
        let mut stay = BTreeSet::new();
        loop {
            let oldest = {
                let slots = lock(&self.0.slots);
                if slots.len() < most {
                    return Ok(());
                }
                let deserted = slots.iter().filter_map(|(id, slot)| {
                    let stub = slot.stub()?;
                    Some((stub.idle_since()?, *id, stub))
                });
                let oldest = deserted
                    .filter(|(_, id, _)| !stay.contains(id))
                    .min_by_key(|(since, id, _)| (*since, *id));
                oldest.map(|(_, id, stub)| (id, stub.clone()))
            };
            let (id, stub) = oldest.ok_or(Unavailable::Full)?;
            if stub.dismiss().await {
                self.forget(id, &stub);
            } else if stay.len() < ATTEMPTS {
                // A client has just joined the room.
                stay.insert(id);
            } else {
                return Err(Unavailable::Full);
            }
        }
    }

    /// Hides a room without activity since `idle_since`, so that it can't be found any more, and
    /// returns whether that was done. A room in memory is not hidden, whichever server has it.
    ///
    /// # Errors
    /// Returns [`NotStored`] if that could not be stored.
    pub async fn hide(&self, id: RoomId, idle_since: Time) -> Result<bool, NotStored> {
        let writer = self.0.context.store.writer();
        let piece = Sweep::Hide {
            room: id,
            idle_since,
        };
        let hidden = self.while_absent(id, async || writer.write(piece).await);
        hidden.await.transpose().map(|hidden| hidden.is_some())
    }

    /// Runs work on the log of a room that is in no server's memory, and keeps it out of memory
    /// until the work is done. Callers that ask for the room meanwhile wait, and then get the state
    /// in the store. Returns `None` if the room is in memory.
    pub async fn while_absent<T>(&self, id: RoomId, work: impl AsyncFnOnce() -> T) -> Option<T> {
        let guard = {
            let mut slots = lock(&self.0.slots);
            if slots.contains_key(&id) {
                return None;
            }
            SlotGuard::new(self, id, &mut slots)
        };
        let working = async || {
            let store = &self.0.context.store;
            let lease = store.lease();
            let Ok(Ownership::Mine(token)) = store.acquire(id, &lease).await else {
                return Err(None);
            };
            let done = work().await;
            self.release(id, RoomLease { lease, token }).await;
            Err(Some(done))
        };
        match guard.room.get_or_try_init(working).await {
            Ok(_) => None,
            Err(done) => done,
        }
    }
}
