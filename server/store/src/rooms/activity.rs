//! The last activity of rooms. It is stored with the precision of an hour, so that most records do
//! not change the table of rooms.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use senda_room::Time;

use crate::room_id::RoomId;
use crate::{
    limits,
    process::{lock, time::milliseconds},
};

/// The last activity of the rooms that were written to recently, as the table of rooms has it;
/// cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActiveRooms(Arc<Mutex<HashMap<RoomId, i64>>>);

impl ActiveRooms {
    /// Returns the stored activity of a room, if it is known.
    pub fn stored(&self, room: RoomId) -> Option<i64> {
        lock(&self.0).get(&room).copied()
    }

    /// Returns whether the stored activity of a room is known to be in the hour before `at`.
    pub fn is_recent(&self, room: RoomId, at: Time) -> bool {
        let stored = self.stored(room).and_then(|at| u64::try_from(at).ok());
        stored.is_some_and(|stored| stored >= hour_before(at))
    }

    /// Notes the stored activity of a room.
    pub fn note(&self, room: RoomId, at: i64) {
        let mut rooms = lock(&self.0);
        if rooms.len() >= limits::ACTIVE_ROOMS {
            rooms.clear();
        }
        rooms.insert(room, at);
    }

    /// Forgets everything, because the last transaction may have been rolled back.
    pub fn forget(&self) {
        lock(&self.0).clear();
    }
}

/// Returns the time from which on a stored activity is exact enough for a record at `at`.
pub(crate) fn hour_before(at: Time) -> u64 {
    at.0.saturating_sub(milliseconds(limits::ACTIVE_TO))
}
