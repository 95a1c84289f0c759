//! What can be written.

use senda_room::{Alarm, Finished, Person, PlayerId, Record, Summary, Time, protocol::Name};

use super::{passkeys::PasskeyWrite, push::PushWrite, sweep::Sweep, webhooks::WebhookWrite};
use crate::{identity::TokenHash, pass::CodeHash, room_id::RoomId};

/// Something to be written, whole or not at all.
#[derive(Debug)]
pub(super) enum Write {
    Record {
        room: RoomId,
        record: Record,
        finished: Option<Finished>,
        alarm: Option<Alarm>,
    },
    Player {
        token: TokenHash,
        person: Person,
        device: String,
        at: Time,
    },
    /// A code that makes another device one of that person's; those that they were given before, of its kind, end.
    Pass {
        code: CodeHash,
        player: PlayerId,
        /// Until when; `None` for one that works again and again.
        until: Option<Time>,
    },
    /// A device that comes with a code is its owner's, if the code still works.
    Enter {
        code: CodeHash,
        token: TokenHash,
        device: String,
        at: Time,
    },
    SignOut {
        player: PlayerId,
        /// The first digits of the hash of its token.
        device: String,
    },
    Name {
        player: PlayerId,
        name: Name,
    },
    Seen {
        player: PlayerId,
        token: TokenHash,
        at: Time,
    },
    Alarm {
        room: RoomId,
        alarm: Alarm,
    },
    /// Records of a room that are there name somebody otherwise.
    Rewrite {
        room: RoomId,
        records: Vec<Record>,
    },
    /// A person is to be forgotten: nothing is kept of them but their name in the logs of rooms, which are rewritten one
    /// after another.
    Forget {
        player: PlayerId,
        /// The name that the tables of finished games have instead.
        name: Name,
        at: Time,
    },
    /// The log of a room doesn't say the name of a forgotten person any more.
    Forgotten {
        room: RoomId,
        player: PlayerId,
        /// As above.
        name: Name,
    },
    Summary {
        room: RoomId,
        summary: Summary,
    },
    Passkey(PasskeyWrite),
    Push(PushWrite),
    Webhook(WebhookWrite),
    Sweep(Sweep),
    /// A word that nobody reads, so that something has to reach the disk.
    Trial,
}
