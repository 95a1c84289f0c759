//! When something happened in a room last: kept to the hour, so that most records need not say it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use senda_room::Time;

use crate::{limits, room_id::RoomId, time::milliseconds};

/// What the table of rooms says of those that were written to lately; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveRooms(Arc<Mutex<HashMap<RoomId, i64>>>);

impl ActiveRooms {
    /// What the table says of a room, as far as that is known.
    pub fn said(&self, room: RoomId) -> Option<i64> {
        self.rooms().get(&room).copied()
    }

    /// Whether the table is known to say that something happened in a room in the hour before.
    pub fn is_said(&self, room: RoomId, at: Time) -> bool {
        let said = self.said(room).and_then(|said| u64::try_from(said).ok());
        said.is_some_and(|said| said >= hour_before(at))
    }

    /// The table says so now.
    pub fn say(&self, room: RoomId, at: i64) {
        let mut rooms = self.rooms();
        if rooms.len() >= limits::ACTIVE_ROOMS {
            rooms.clear();
        }
        rooms.insert(room, at);
    }

    /// What was noted last has been taken back.
    pub fn forget(&self) {
        self.rooms().clear();
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<RoomId, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is said from then on is exact enough.
pub(super) fn hour_before(at: Time) -> u64 {
    at.0.saturating_sub(milliseconds(limits::ACTIVE_TO))
}
