//! What a room and its followers say to each other. A follower shows a room to those who watch it on another server: it
//! is fed with what the room has stored and told.

use serde::{Deserialize, Serialize};

use crate::{
    log::Record,
    person::Person,
    protocol::{AwaitedView, ChatLine, ClockView, Presence},
    time::Time,
};

/// What a follower is told, in the order in which it became so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Feed {
    /// When, by the clock of the room.
    pub at: Time,
    /// What.
    pub news: FeedNews,
}

/// What there is to tell a follower.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeedNews {
    /// It follows from here on.
    Beginning(Box<Beginning>),
    /// A record was stored.
    Record {
        /// The record.
        record: Record,
        /// The clocks after it.
        moments: Moments,
    },
    /// The clocks run otherwise, without a record.
    Moments(Moments),
    /// Who is here.
    Presence(Presence),
    /// Somebody said something.
    Chat(ChatLine),
    /// The room was still where it is when it heard that question: [`Report::IsItStillHere`].
    StillHere(u64),
}

/// What a follower begins with, besides the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beginning {
    /// The version from which on it is told records. Those before it are in the log.
    pub version: u32,
    /// In which life of the database they are.
    pub timeline: u32,
    /// The clocks.
    pub moments: Moments,
    /// Who is here.
    pub presence: Presence,
    /// The last lines of the chat.
    pub chat: Vec<ChatLine>,
    /// How the room looks to everybody, as JSON: a follower that shows another one has read another log.
    pub view: String,
}

/// What a follower tells its room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Report {
    /// Who watches there.
    Watching {
        /// How many.
        count: u32,
        /// The first of them, at most [`crate::limits::PEOPLE_NAMED`].
        named: Vec<Person>,
    },
    /// Somebody has come to whom nothing older may be told than others know. Questions are numbered.
    IsItStillHere(u64),
}

/// Every moment that a view tells: of the clocks, which are in no record.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    /// The clock of the game.
    pub clock: Option<ClockView>,
    /// For whom the others wait without one.
    pub awaited: Vec<AwaitedView>,
}
