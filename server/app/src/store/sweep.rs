//! How what has been kept for long enough is removed: each piece so small that a move which comes at
//! the same time hardly waits for it.

use senda_room::Time;

use crate::room_id::RoomId;

/// One piece of it.
#[derive(Clone, Debug)]
pub enum Sweep {
    /// A room is not to be found any more, unless something has happened in it since then.
    Hide {
        /// Not one in memory.
        room: RoomId,
        /// Since when nothing has.
        idle_since: Time,
    },
    /// Some of the records of a room that is hidden.
    Records(RoomId),
    /// What is left of it when it has no records any more.
    Rest(RoomId),
    /// Some of those whom nobody has seen since then, and who have no seat in any room.
    Visitors {
        /// The ids of the first of them and of the last.
        range: (String, String),
        /// Whoever came after that stays.
        unseen_since: Time,
    },
    /// Some of those of whom it is not known when they were here: they count from now.
    Unknown(Time),
    /// Those who were forgotten before then, and whose name no log says any more.
    Forgotten {
        /// People who were forgotten later stay listed.
        before: Time,
    },
    /// All of it is done, at that time.
    Done(Time),
}
