//! The messages between a room and its replicas. A replica serves the spectators of a room on
//! another server. The room feeds it with its stored records and with the messages that it sends.

use serde::{Deserialize, Serialize};

use crate::{
    log::Record,
    person::Person,
    protocol::{AwaitedView, ChatLine, ClockView, Presence},
    time::Time,
};

/// A message from a room to a replica. The messages arrive in the order in which the changes
/// occurred.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feed {
    /// The time of the change, by the clock of the room.
    pub at: Time,
    /// The change that the message reports.
    #[serde(rename = "news")]
    pub payload: FeedPayload,
}

/// The payload of a [`Feed`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedPayload {
    /// The initial state of the replica, sent when it connects.
    Beginning(Box<Beginning>),
    /// The room has stored a record.
    Record {
        /// The record that the room stored.
        record: Record,
        /// The clocks after the record.
        #[serde(rename = "moments")]
        clock_times: ClockTimes,
    },
    /// The clocks have changed without a record.
    #[serde(rename = "moments")]
    ClockTimes(ClockTimes),
    /// The people in the room have changed.
    Presence(Presence),
    /// A person has sent a chat message.
    Chat(ChatLine),
    /// The answer to the [`Report::IsItStillHere`] of that number: the room was still on its server
    /// when it received the question.
    StillHere(u64),
}

/// The initial state of a replica, in addition to the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beginning {
    /// The version after which the room feeds records to the replica. The records up to it are in
    /// the log.
    pub version: u32,
    /// The timeline of the database that the versions belong to.
    pub timeline: u32,
    /// The clocks of the room.
    #[serde(rename = "moments")]
    pub clock_times: ClockTimes,
    /// The people in the room.
    pub presence: Presence,
    /// The last lines of the chat.
    pub chat: Vec<ChatLine>,
    /// The public view of the room, as JSON. A replica whose own view differs has read another log.
    pub view: String,
}

/// A message from a replica to its room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// The spectators that the replica serves have changed.
    Watching {
        /// The number of spectators on that server.
        count: u32,
        /// The first of the spectators, at most [`crate::limits::PEOPLE_NAMED`].
        named: Vec<Person>,
    },
    /// A numbered question whether the room is still on its server. The replica asks it when a
    /// client connects, because the client must not receive a state older than one that others have
    /// already received.
    IsItStillHere(u64),
}

/// The times in a view of the room. The clocks produce them, and no record holds them.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct ClockTimes {
    /// The clock of the game.
    pub clock: Option<ClockView>,
    /// The seats that the others wait for without a clock.
    pub awaited: Vec<AwaitedView>,
}
