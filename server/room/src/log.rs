//! The log of a room, which stores everything without redaction. Tests freeze its JSON format, and
//! every record that was ever written stays readable.

mod event;
mod forget;
mod rated_games;
mod setup;

use serde::{Deserialize, Serialize};

pub use self::{
    event::{
        Admitted, Banned, Created, HostChanged, LogEvent, Named, Numbered, Played, Readied,
        Readmitted, Sat, SecretCommitment, SettingsChanged, Started, Stood,
    },
    rated_games::{RatedGame, RatedGameReader},
    setup::{Setup, SetupFrom},
};
use crate::{person::PlayerId, protocol::CommandId, time::Time};

/// The version of the record format. It increases with each release that writes a value that the
/// release before can't read. A record with a higher version was written by a later release.
pub const FORMAT: u32 = 10;

/// One entry of the log, with the changes of one step.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of the room after this record: 1 for the first record, and without gaps.
    pub version: u32,
    /// The time of the step.
    pub at: Time,
    /// The command that caused the record, if there was one. The server uses it to recognize a
    /// command that is sent again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// The events of the step, in order.
    pub happened: Vec<LogEvent>,
}

/// The command that caused a record.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the player and the id of the command")]
pub struct Cause {
    pub player: PlayerId,
    pub id: CommandId,
}
