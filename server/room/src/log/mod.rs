//! The log of a room: what is stored, whole. Its JSON is frozen by the tests; every record that was ever
//! written is read.

mod event;
mod forget;

use serde::{Deserialize, Serialize};

pub use self::event::{
    Banned, Committed, Created, HostChanged, LogEvent, Named, Numbered, Played, Readied,
    Readmitted, Sat, SettingsChanged, Started, Stood,
};
use crate::{person::PlayerId, protocol::CommandId, time::Time};

/// In which words records are written: one more with each release that writes a word which the
/// release before can't read. A record of a higher format is a later program's.
pub const FORMAT: u32 = 6;

/// One entry of the log: what one step changed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// 1 for the first; without gaps.
    pub version: u32,
    /// When.
    pub at: Time,
    /// The command that caused it, if one did; a resent one is recognised by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What happened, in order.
    pub happened: Vec<LogEvent>,
}

/// The command behind a record.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)] // whose, and its id
pub struct Cause {
    pub player: PlayerId,
    pub id: CommandId,
}
