//! When something happened in a room last: kept to the hour, so that most records need not say it.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension};
use senda_room::Time;

use crate::{
    limits,
    room_id::RoomId,
    store::{failure::Failure, number::whole},
    time::milliseconds,
};

/// What the table of rooms says of those that were written to lately.
#[derive(Default)]
pub(super) struct ActiveRooms {
    said: HashMap<RoomId, i64>,
}

impl ActiveRooms {
    /// A new room says it itself.
    pub fn begin(&mut self, room: RoomId, at: i64) {
        if self.said.len() >= limits::ACTIVE_ROOMS {
            self.said.clear();
        }
        self.said.insert(room, at);
    }

    /// Something happened in a room: the table says so, unless it says that something did in the hour before.
    pub fn note(&mut self, connection: &Connection, room: RoomId, at: Time) -> Result<(), Failure> {
        let hour = milliseconds(limits::ACTIVE_TO);
        let (at, before) = (whole(at.0)?, whole(at.0.saturating_sub(hour))?);
        let said = if let Some(&said) = self.said.get(&room) {
            said
        } else {
            let said = connection
                .prepare_cached("select active_at from room where id = ?1")?
                .query_one([room.as_str()], |row| row.get(0))
                .optional()?;
            // Records without their room are nothing that anybody finds.
            let Some(said) = said else { return Ok(()) };
            self.begin(room, said);
            said
        };
        if said < before {
            connection
                .prepare_cached("update room set active_at = ?2 where id = ?1")?
                .execute((room.as_str(), at))?;
            self.begin(room, at);
        }
        Ok(())
    }

    /// What was noted last has been taken back.
    pub fn forget(&mut self) {
        self.said.clear();
    }
}
