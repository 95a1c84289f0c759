//! Space in memory: who gets a place there, and which room gives its own up.

use std::collections::BTreeSet;

use senda_room::Time;

use super::{ATTEMPTS, Asker, Registry, Tenure, Unavailable};
use crate::{
    actor::Stub,
    room_id::RoomId,
    store::{Log, NotStored, Sweep, Taken},
};

impl<L: Log> Registry<L> {
    /// A place for someone who waits for a room, where at most `most` are in memory.
    pub(super) async fn wait_for_place(
        &self,
        id: RoomId,
        most: usize,
    ) -> Result<Asker<'_, L>, Unavailable> {
        let mut attempts = 1;
        loop {
            if let Some(asker) = self.take_place(id, most) {
                return Ok(asker);
            }
            self.make_space(most).await?;
            // Others may have been faster.
            if attempts == ATTEMPTS {
                return Err(Unavailable::Full);
            }
            attempts += 1;
        }
    }

    fn take_place(&self, id: RoomId, most: usize) -> Option<Asker<'_, L>> {
        let mut slots = self.slots();
        // A room whose end has not been noted yet is brought back in a new slot.
        if slots
            .get(&id)
            .and_then(|slot| slot.get())
            .is_some_and(Stub::is_gone)
        {
            slots.remove(&id);
        }
        if !slots.contains_key(&id) && slots.len() >= most {
            return None;
        }
        let slot = slots.entry(id).or_default().clone();
        Some(Asker {
            registry: self,
            id,
            slot,
        })
    }

    /// Sees to it that fewer than `most` rooms are in memory: the one that has been deserted longest
    /// leaves it, which costs nobody anything.
    pub(super) async fn make_space(&self, most: usize) -> Result<(), Unavailable> {
        let mut stay = BTreeSet::new();
        loop {
            let oldest = {
                let slots = self.slots();
                if slots.len() < most {
                    return Ok(());
                }
                let deserted = slots.iter().filter_map(|(id, slot)| {
                    let stub = slot.get()?;
                    Some((stub.deserted_since()?, *id, stub))
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
                // Somebody has just come to it.
                stay.insert(id);
            } else {
                return Err(Unavailable::Full);
            }
        }
    }

    /// Lets nobody find a room any more in which nothing has happened since then; whether that is so.
    /// A room in memory stays, here or elsewhere.
    ///
    /// # Errors
    /// That could not be stored.
    pub async fn hide(&self, id: RoomId, idle_since: Time) -> Result<bool, NotStored> {
        let writer = self.0.context.store.writer();
        let piece = Sweep::Hide {
            room: id,
            idle_since,
        };
        let hidden = self.while_absent(id, async || writer.sweep(piece).await);
        hidden.await.transpose().map(|hidden| hidden.is_some())
    }

    /// Does something with the log of a room that is in no memory, here or elsewhere, and comes into none until that is
    /// done: whoever asks for it meanwhile waits, and then finds what the store has. `None` if it is in memory.
    pub async fn while_absent<T>(&self, id: RoomId, work: impl AsyncFnOnce() -> T) -> Option<T> {
        let asker = {
            let mut slots = self.slots();
            if slots.contains_key(&id) {
                return None;
            }
            let slot = slots.entry(id).or_default().clone();
            Asker {
                registry: self,
                id,
                slot,
            }
        };
        let working = async || {
            let store = &self.0.context.store;
            let lease = store.lease();
            let Ok(Taken::Mine(taken)) = store.take(id, &lease).await else {
                return Err(None);
            };
            let done = work().await;
            self.release(id, Tenure { lease, taken }).await;
            Err(Some(done))
        };
        match asker.slot.get_or_try_init(working).await {
            Ok(_) => None,
            Err(done) => done,
        }
    }
}
