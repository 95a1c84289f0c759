//! The rooms whose logs can't be continued. They are remembered for a while, so that requests for
//! them cost nothing.

use std::{collections::HashMap, sync::Mutex};

use senda_store::{RoomId, process::lock};
use tokio::time::Instant;

use crate::limits;

/// The reason why a room can't be continued.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum RoomFault {
    /// The log of the room is inconsistent.
    Corrupt,
    /// A newer version of this program has written to the log.
    Newer,
}

impl RoomFault {
    /// Returns the stable code of the fault, which the client translates.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Corrupt => "corrupt",
            Self::Newer => "newer",
        }
    }
}

/// The rooms that can't be continued.
#[derive(Debug, Default)]
pub struct Quarantine(Mutex<HashMap<RoomId, (RoomFault, Instant)>>);

impl Quarantine {
    /// Returns the fault of a room, if it was found recently.
    pub fn look_up(&self, room: RoomId) -> Option<RoomFault> {
        let rooms = lock(&self.0);
        let (fault, since) = rooms.get(&room)?;
        (since.elapsed() < limits::QUARANTINED).then_some(*fault)
    }

    /// Remembers the fault of a room.
    pub fn insert(&self, room: RoomId, fault: RoomFault) {
        let mut rooms = lock(&self.0);
        if rooms.len() >= limits::QUARANTINED_MOST {
            rooms.retain(|_, (_, since)| since.elapsed() < limits::QUARANTINED);
            if rooms.len() >= limits::QUARANTINED_MOST {
                rooms.clear();
            }
        }
        rooms.insert(room, (fault, Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_quarantine_expires() {
        let quarantine = Quarantine::default();
        let room = RoomId::draw();
        assert_eq!(quarantine.look_up(room), None);
        quarantine.insert(room, RoomFault::Newer);
        assert_eq!(quarantine.look_up(room), Some(RoomFault::Newer));
        tokio::time::advance(limits::QUARANTINED).await;
        assert_eq!(quarantine.look_up(room), None);
    }

    #[tokio::test(start_paused = true)]
    async fn limits_the_number_of_quarantined_rooms() {
        let quarantine = Quarantine::default();
        for _ in 0..=limits::QUARANTINED_MOST {
            quarantine.insert(RoomId::draw(), RoomFault::Corrupt);
        }
        assert!(quarantine.0.lock().unwrap().len() <= limits::QUARANTINED_MOST);
    }
}
