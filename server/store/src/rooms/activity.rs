//! When something happened in a room last: kept to the hour, so that most records need not say it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use senda_room::Time;

use super::RoomId;
use crate::{
    limits,
    process::{lock, time::milliseconds},
};

/// What the table of rooms says of those that were written to lately; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveRooms(Arc<Mutex<HashMap<RoomId, i64>>>);

impl ActiveRooms {
    /// What the table says of a room, as far as that is known.
    pub fn stored(&self, room: RoomId) -> Option<i64> {
        lock(&self.0).get(&room).copied()
    }

    /// Whether the table is known to say that something happened in a room in the hour before.
    pub fn is_recent(&self, room: RoomId, at: Time) -> bool {
        let stored = self.stored(room).and_then(|at| u64::try_from(at).ok());
        stored.is_some_and(|stored| stored >= hour_before(at))
    }

    /// The table says so now.
    pub fn note(&self, room: RoomId, at: i64) {
        let mut rooms = lock(&self.0);
        if rooms.len() >= limits::ACTIVE_ROOMS {
            rooms.clear();
        }
        rooms.insert(room, at);
    }

    /// What was noted last has been taken back.
    pub fn forget(&self) {
        lock(&self.0).clear();
    }
}

/// What is said from then on is exact enough.
pub(crate) fn hour_before(at: Time) -> u64 {
    at.0.saturating_sub(milliseconds(limits::ACTIVE_TO))
}
