//! Writing: everything that can be stored, and the one writer that commits it.

mod commits;
mod disk;
mod failure;
mod health;
pub mod report;
mod slow_commits;
mod statements;
mod task;
mod writer;

use senda_room::{Alarm, Finished, Person, PlayerId, Record, Summary, Time, protocol::Name};

pub use self::{
    commits::CommitFigures,
    disk::{Disk, PlainDisk},
    writer::Writer,
};
pub(crate) use self::{
    commits::CommitResult,
    failure::Failure,
    health::StorageHealth,
    statements::statements,
    task::{Commit, QueuedWrite},
    writer::{channel, channels},
};
use crate::{
    people::{CodeHash, PasskeyWrite, PushWrite, TokenHash},
    room_id::RoomId,
    rooms::{Sweep, WebhookWrite},
};

/// A change of the database, which is committed as a whole or not at all.
#[derive(Debug)]
pub enum Write {
    /// Appends a record to the log of a room.
    Record {
        /// The room that the record belongs to.
        room: RoomId,
        /// The record with its version.
        record: Record,
        /// The game that the record ended.
        finished: Option<Finished>,
        /// The alarm of the room, if the record has changed it.
        alarm: Option<Alarm>,
    },
    /// Creates a player with their first device.
    Player {
        /// The hash of the session token of the player's first device.
        token: TokenHash,
        /// The player with their name.
        person: Person,
        /// The description of the device.
        device: String,
        /// The time of the player's creation.
        at: Time,
    },
    /// Creates a code that adds another device to a player's devices. The player's earlier codes of
    /// its kind become invalid.
    DeviceCode {
        /// The hash of the code.
        code: CodeHash,
        /// The id of the player.
        player: PlayerId,
        /// The time until which a device code works, once; `None` for a recovery code, which works
        /// again and again.
        until: Option<Time>,
    },
    /// Adds a device to the devices of a code's owner, if the code is valid. If the owner has the
    /// maximum number of devices, the one that was seen longest ago is signed out. Whether the code
    /// was valid shows in whether the token belongs to a player afterwards.
    SignInByCode {
        /// The hash of the code.
        code: CodeHash,
        /// The hash of the new device's session token.
        token: TokenHash,
        /// The description of the device.
        device: String,
        /// The time of the request.
        at: Time,
    },
    /// Signs out a device of a player.
    SignOut {
        /// The owner of the device.
        player: PlayerId,
        /// The id of the device: the first digits of the hash of its token.
        device: String,
    },
    /// Changes the name of a player.
    Name {
        /// The id of the player.
        player: PlayerId,
        /// The new name of the player.
        name: Name,
    },
    /// Changes the language of a player.
    Language {
        /// The id of the player.
        player: PlayerId,
        /// The language on all devices of the player.
        language: String,
    },
    /// Notes that a player has entered the code for opening rooms.
    Creator {
        /// The id of the player.
        player: PlayerId,
        /// The hash of the code.
        code: CodeHash,
    },
    /// Notes the visit of a player.
    Visit {
        /// The id of the player.
        player: PlayerId,
        /// The hash of the device's session token.
        token: TokenHash,
        /// The time of the visit.
        at: Time,
    },
    /// Sets or clears the alarm of a room.
    Alarm {
        /// The id of the room.
        room: RoomId,
        /// The new alarm of the room.
        alarm: Alarm,
    },
    /// Replaces records of a room by the same records with another name in them.
    Rewrite {
        /// The id of the room.
        room: RoomId,
        /// The records with the new name.
        records: Vec<Record>,
    },
    /// Deletes everything that is stored about a player except the name in the logs of rooms, and
    /// lists the player until these logs are rewritten.
    Forget {
        /// The id of the player.
        player: PlayerId,
        /// The name that replaces the player's name in the tables of finished games.
        name: Name,
        /// The time of the request.
        at: Time,
    },
    /// Notes that the log of a room does not contain the name of a forgotten player any more. If
    /// that is not stored, the log is rewritten once more later.
    Forgotten {
        /// The id of the room.
        room: RoomId,
        /// The id of the player.
        player: PlayerId,
        /// The name that replaces the player's name in the tables of finished games.
        name: Name,
    },
    /// Stores the summary of a room that leaves memory.
    Summary {
        /// The id of the room.
        room: RoomId,
        /// The summary with its version.
        summary: Summary,
    },
    /// Changes the passkeys of a player.
    Passkey(PasskeyWrite),
    /// Changes the push subscriptions of devices.
    Push(PushWrite),
    /// Changes the webhook of a room.
    Webhook(WebhookWrite),
    /// Removes one piece of the data whose retention has ended. Other writes go first.
    Sweep(Sweep),
    /// Writes a value that no reader uses, which proves that the disk can be written.
    Probe,
}

macro_rules! from {
    ($($part:ident: $type:ty),*) => {
        $(impl From<$type> for Write {
            fn from(write: $type) -> Self {
                Self::$part(write)
            }
        })*
    };
}

from!(Passkey: PasskeyWrite, Push: PushWrite, Webhook: WebhookWrite, Sweep: Sweep);
