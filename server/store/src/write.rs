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

use senda_room::{Alarm, Finished, PlayerReport, Record, Summary};

pub(crate) use self::{
    commits::CommitResult,
    failure::Failure,
    health::StorageHealth,
    statements::statements,
    task::{Commit, QueuedWrite},
    writer::{channel, channels},
};
pub use self::{
    commits::{CommitFigures, Commits},
    disk::{Disk, PlainDisk},
    writer::Writer,
};
use crate::{
    log::NotStored,
    people::{OperatorWrite, PasskeyWrite, PlayerWrite, PushWrite, PuzzleWrite},
    room_id::RoomId,
    rooms::{DayWrite, LiveRating, RatingsWrite, Sweep, WebhookWrite},
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
    /// Stores the summary of a room that leaves memory.
    Summary {
        /// The id of the room.
        room: RoomId,
        /// The summary with its version.
        summary: Summary,
    },
    /// Changes the name, the devices or the codes of a player.
    Player(PlayerWrite),
    /// Changes the passkeys of a player.
    Passkey(PasskeyWrite),
    /// Changes the push subscriptions of devices.
    Push(PushWrite),
    /// Changes what the server keeps about the deals of days.
    Day(DayWrite),
    /// Changes a person's record with puzzles.
    Puzzle(PuzzleWrite),
    /// Changes the webhook of a room.
    Webhook(WebhookWrite),
    /// Stores a player's report for the server's operator.
    Report {
        /// The room in which the player reports another one.
        room: RoomId,
        /// The report.
        report: Box<PlayerReport>,
    },
    /// Stores a decision of the server's operator.
    Operator(OperatorWrite),
    /// Replaces ratings by those that were computed again.
    Ratings(RatingsWrite),
    /// Removes one piece of the data whose retention has ended. Other writes go first.
    Sweep(Sweep),
    /// Writes a value that no reader uses, which proves that the disk can be written.
    Probe,
}

impl Write {
    /// Returns the game that the write ends, if it counts for ratings.
    pub(crate) fn rated_game(&self) -> Result<Option<LiveRating>, NotStored> {
        match self {
            Self::Record {
                room,
                record,
                finished: Some(finished),
                ..
            } => LiveRating::of(*room, record, finished),
            _ => Ok(None),
        }
    }
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

from!(
    Player: PlayerWrite,
    Passkey: PasskeyWrite,
    Push: PushWrite,
    Day: DayWrite,
    Puzzle: PuzzleWrite,
    Webhook: WebhookWrite,
    Operator: OperatorWrite,
    Ratings: RatingsWrite,
    Sweep: Sweep
);
