//! What can be written.

use senda_room::{Finished, Person, PlayerId, Record, Summary, Time, protocol::Name};

use super::sweep::Sweep;
use crate::{identity::TokenHash, room_id::RoomId};

/// Something to be written, whole or not at all.
#[derive(Debug)]
pub(super) enum Write {
    Record {
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
    },
    Player {
        token: TokenHash,
        person: Person,
        at: Time,
    },
    Name {
        player: PlayerId,
        name: Name,
    },
    Seen {
        player: PlayerId,
        at: Time,
    },
    Summary {
        room: RoomId,
        summary: Summary,
    },
    Sweep(Sweep),
    /// A word that nobody reads, so that something has to reach the disk.
    Trial,
}
