//! The slots of the rooms in memory, and their guards.

use std::{collections::HashMap, sync::Arc};

use senda_store::{Log, RoomId, process::lock};
use tokio::sync::OnceCell;

use super::Registry;
use crate::live::actor::Stub;

/// A room that is in memory or being restored. It is restored once for all callers that wait for
/// it.
#[derive(Debug, Default)]
pub(super) struct Slot {
    room: Arc<OnceCell<Stub>>,
    /// The number of guards of this slot.
    guards: usize,
}

impl Slot {
    /// Returns the slot of a room that is in memory.
    pub fn of(stub: Stub) -> Self {
        Self {
            room: Arc::new(OnceCell::new_with(Some(stub))),
            guards: 0,
        }
    }

    /// Returns the handle of the room, or `None` while it is being restored.
    pub fn stub(&self) -> Option<&Stub> {
        self.room.get()
    }
}

/// The guard of a slot, held by a caller that waits for its room. The last one that is dropped
/// without the room removes the empty slot, also if the caller's future is dropped midway: ids of
/// rooms that do not exist must not fill the memory.
pub(super) struct SlotGuard<'a, L: Log> {
    registry: &'a Registry<L>,
    id: RoomId,
    pub room: Arc<OnceCell<Stub>>,
}

impl<'a, L: Log> SlotGuard<'a, L> {
    /// Guards the slot of that id in the list, which is added if there is none.
    pub fn new(registry: &'a Registry<L>, id: RoomId, slots: &mut HashMap<RoomId, Slot>) -> Self {
        let slot = slots.entry(id).or_default();
        slot.guards += 1;
        Self {
            registry,
            id,
            room: slot.room.clone(),
        }
    }
}

impl<L: Log> Drop for SlotGuard<'_, L> {
    fn drop(&mut self) {
        let mut slots = lock(&self.registry.0.slots);
        if let Some(slot) = slots.get_mut(&self.id)
            // The list may have another slot for the same room by now.
            && Arc::ptr_eq(&slot.room, &self.room)
        {
            slot.guards -= 1;
            if slot.guards == 0 && slot.stub().is_none() {
                slots.remove(&self.id);
            }
        }
    }
}
