//! What a browser is told.

use senda_rules::Seat;
use senda_wire::Packed;
use serde::{Deserialize, Serialize};

use super::{
    ChatText, Colour, CommandId, Emote, Hint, Name, PersonId, Problem, PublicEvent, ShownName,
    TimelineEntry,
};

/// To a browser.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Who the receiver is in this room. First message after connecting, and again on change.
    You(You),
    /// What happened and how it is now, whole: for a first load, a return, and whoever can't be
    /// continued. With a `from` of 0 or another `epoch` than the receiver's, `happenings` replace those
    /// they have; otherwise they continue them (some may have come meanwhile: those up to the
    /// version that the receiver has are known to them).
    Update(Update),
    /// What has happened and changed since the last update or step of the connection.
    Step(Step),
    /// A command was carried out, and is durable.
    Ack {
        /// The command's id.
        id: CommandId,
        /// The version that it made.
        version: u32,
    },
    /// A command was refused; nothing changed.
    Nak {
        /// The command's id; absent for a message without one, or one that could not be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        id: Option<CommandId>,
        /// Why.
        problem: Problem,
        /// Whether the same command may succeed later.
        temporary: bool,
    },
    /// Who is here.
    Presence(Presence),
    /// What was said: the last lines on connecting, then each as it comes.
    Chat {
        /// Whether these are all lines that the room remembers, and replace those the receiver has.
        all: bool,
        /// The lines.
        lines: Vec<ChatLine>,
    },
    /// What a hard bot would decide in the receiver's seat, who has asked for it.
    Hint {
        /// The version that is to be decided on.
        version: u32,
        /// `null` if nothing was found in time.
        hint: Option<Hint>,
    },
    /// The server stops for a moment; come back after so many milliseconds.
    Closing {
        /// Milliseconds.
        again_ms: u32,
    },
    /// The answer to a [`ClientMessage::Ping`](super::ClientMessage::Ping).
    Pong {
        /// The time of the room's clock, milliseconds since 1970; absent where the room is on another server, whose clock
        /// the answering server does not have.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<f64>"))]
        now: Option<u64>,
    },
}

/// Who a receiver is.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct You {
    /// Who this person is to the others.
    pub person: PersonId,
    /// The name, as they chose it.
    pub name: Name,
    /// The seat, if they have one.
    pub seat: Option<Seat>,
    /// Whether they are host.
    pub host: bool,
    /// Whether the game that runs was started without them, so that they get a seat when it ends.
    pub left_out: bool,
    /// How many connections they have to the room: tabs and devices, this one included.
    pub tabs: u8,
}

/// What happened and how it is now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Update {
    /// Which history this is; versions of different epochs have nothing to do with each other.
    pub epoch: u32,
    /// The version after which `happenings` begin; 0 if they are all that can still be told.
    pub from: u32,
    /// The version of `view`.
    pub version: u32,
    /// The server's time, milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub now: u64,
    /// What happened after `from`, in order.
    pub happenings: Vec<TimelineEntry>,
    /// How it is now, as everybody may know it: a [`RoomView`](super::RoomView), with the game as a spectator may know
    /// it.
    #[cfg_attr(feature = "ts", ts(as = "super::RoomView"))]
    pub view: Packed,
    /// What the receiver knows of the game besides: it lies over `view.game`.
    #[cfg_attr(feature = "ts", ts(as = "Option<senda_rules::AnyPrivate>"))]
    pub own: Packed,
}

/// What has happened and changed since the last message of its kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RoomStep"))]
pub struct Step {
    /// The version now.
    pub version: u32,
    /// The server's time, milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    /// What happened just now, in order.
    pub happenings: Vec<PublicEvent>,
    /// What happened before that, if several versions are told together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<TimelineEntry>>", optional))]
    pub before: Vec<TimelineEntry>,
    /// What makes the view that everybody may know of the last one: a patch.
    #[cfg_attr(feature = "ts", ts(type = "unknown[]"))]
    pub change: Packed,
    /// What the receiver knows of the game besides; left out where it is what it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(as = "Option<senda_rules::AnyPrivate>", optional = nullable))]
    pub own: Option<Packed>,
}

/// Who is here.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Presence {
    /// The owners of seats who are connected.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub seats: senda_rules::Seats,
    /// How many watch (have no seat).
    pub watching: u32,
    /// Between games, the seats whose owners a game starts without: they have been disconnected
    /// for a minute and are not ready.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub long_absent: senda_rules::Seats,
    /// The first of those who watch, at most [`crate::limits::PEOPLE_NAMED`].
    pub people: Vec<PersonView>,
}

/// Someone who watches.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PersonView {
    /// What to name them by in a command.
    pub person: PersonId,
    /// The name.
    pub name: ShownName,
    /// Whether they are host.
    pub host: bool,
    /// The seat of a player who is gone that they ask the host for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub asks_for: Option<Seat>,
}

/// Something said.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChatLine {
    /// When, milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    /// Who.
    pub name: ShownName,
    /// The colour of their seat, if they had one.
    pub colour: Option<Colour>,
    /// Who that is in this room.
    pub person: PersonId,
    /// What, in words. Text, never markup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub text: Option<ChatText>,
    /// What, without words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub emote: Option<Emote>,
}
