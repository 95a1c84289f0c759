//! The messages that the server sends to clients.

use senda_rules::Seat;
use senda_wire::Packed;
use serde::{Deserialize, Serialize};

use super::{
    ChatText, Colour, CommandId, Emote, Hint, Name, PersonId, Problem, PublicEvent, Rated,
    ShownName, TimelineEntry,
};

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The receiver's own identity in this room. It is the first message after connecting, and is
    /// sent again whenever it changes.
    You(You),
    /// A complete snapshot of the room, with the events before it. The server sends it on the first
    /// load, after a reconnect, and to a client that it can't bring up to date with a [`Step`].
    ///
    /// If `from` is 0, or `epoch` differs from the receiver's, `happenings` replace the receiver's
    /// timeline. Otherwise they continue it. The receiver then skips the entries up to the version
    /// that it has already, because some may have arrived in the meantime.
    Update(Update),
    /// The events and changes since the last update or step on this connection.
    Step(Step),
    /// A command was executed, and its result is stored durably.
    Ack {
        /// The id of the command.
        id: CommandId,
        /// The version of the room that the command created.
        version: u32,
    },
    /// A command was rejected, and nothing has changed.
    Nak {
        /// The id of the command. It is absent for a message without an id, and for one that could
        /// not be parsed.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        id: Option<CommandId>,
        /// The reason for the rejection.
        problem: Problem,
        /// Whether the same command may succeed later.
        temporary: bool,
    },
    /// The people who are connected to the room.
    Presence(Presence),
    /// Chat messages. The server sends the latest ones on connecting, and then each new one.
    Chat {
        /// Whether `lines` are all messages that the room remembers, so that they replace those of
        /// the receiver.
        all: bool,
        /// The chat messages, oldest first.
        lines: Vec<ChatLine>,
    },
    /// The hint that the receiver has requested: the decision that a hard bot would make in the
    /// receiver's seat.
    Hint {
        /// The version that the hint applies to.
        version: u32,
        /// The hint, or `null` if none was found in time.
        hint: Option<Hint>,
    },
    /// The server restarts or shuts down, and is about to close the connection.
    Closing {
        /// The time in milliseconds after which the client should reconnect.
        again_ms: u32,
    },
    /// A notice of the operator for all pages of the server. The server sends it on connecting, if
    /// there is one, and whenever it changes. It is also sent on the socket of the lobby.
    OperatorNotice {
        /// The notice that replaces the former one, or `null` if there is none any more.
        notice: Option<OperatorNotice>,
    },
    /// The answer to a [`ClientMessage::Ping`](super::ClientMessage::Ping).
    Pong {
        /// The time of the room's clock in milliseconds since 1970. It is absent if the room is on
        /// another server, because the answering server does not have its clock.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<f64>"))]
        now: Option<u64>,
    },
}

/// A notice of the server's operator.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OperatorNotice {
    /// The text of the notice. It is plain text, never markup. It is absent for the announcement of
    /// a restart.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub text: Option<String>,
    /// The time in milliseconds until the restart that is announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub restart_in_ms: Option<u32>,
    /// The time in milliseconds for which the notice is shown.
    pub for_ms: u32,
}

/// The receiver's own identity in a room.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct You {
    /// The id that the other people in the room know this person by.
    pub person: PersonId,
    /// The name, as the person chose it.
    pub name: Name,
    /// The seat, or `null` if the person has none. While a guest of the person holds the device of
    /// this connection ([`ClientMessage::Pass`](super::ClientMessage::Pass)), it is the seat of the
    /// guest.
    pub seat: Option<Seat>,
    /// Whether the person is the host.
    pub host: bool,
    /// Whether the running game was started without the person. They get a seat again when it ends.
    pub left_out: bool,
    /// The number of connections that the person has to the room, this one included. Each tab and
    /// each device has its own.
    pub tabs: u8,
}

/// A complete snapshot of the room, with the events before it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Update {
    /// The epoch of the history. Versions of different epochs are not comparable.
    pub epoch: u32,
    /// The version that `happenings` continue. It is 0 if they are everything that the server still
    /// remembers.
    pub from: u32,
    /// The version of the room that `view` shows.
    pub version: u32,
    /// The server's time in milliseconds since 1970.
    pub now: u64,
    /// The events after version `from`, in order.
    pub happenings: Vec<TimelineEntry>,
    /// The current state of the room as all viewers may know it. It is a
    /// [`RoomView`](super::RoomView) that contains the game as a spectator may know it.
    #[cfg_attr(
        feature = "types",
        schemars(with = "super::RoomView"),
        ts(as = "super::RoomView")
    )]
    pub view: Packed,
    /// The receiver's private part of the game. The client merges it over `view.game`.
    #[cfg_attr(
        feature = "types",
        schemars(with = "Option<senda_rules::AnyPrivate>"),
        ts(as = "Option<senda_rules::AnyPrivate>")
    )]
    pub own: Packed,
}

/// The events and changes since the last update or step on this connection.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "RoomStep"),
    ts(rename = "RoomStep")
)]
pub struct Step {
    /// The version after this step.
    pub version: u32,
    /// The server's time in milliseconds since 1970.
    pub at: u64,
    /// The events of this version, in order.
    pub happenings: Vec<PublicEvent>,
    /// The events of earlier versions, if the step contains several versions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<TimelineEntry>>", optional))]
    pub before: Vec<TimelineEntry>,
    /// The diff that turns the last public view into the current one.
    #[cfg_attr(
        feature = "types",
        schemars(with = "Vec<serde_json::Value>"),
        ts(type = "unknown[]")
    )]
    pub change: Packed,
    /// The receiver's private part of the game. It is left out if it has not changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", schemars(with = "Option<senda_rules::AnyPrivate>"), ts(as = "Option<senda_rules::AnyPrivate>", optional = nullable))]
    pub own: Option<Packed>,
}

/// The people who are connected to the room.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Presence {
    /// The seats whose owners are connected.
    pub seats: senda_rules::Seats,
    /// The number of spectators, who have no seat.
    pub watching: u32,
    /// Between games, the seats that the next game starts without. Their owners have been
    /// disconnected for a minute ([`crate::limits::ABSENT_AT_START_MS`]) and are not ready.
    #[serde(default)]
    pub long_absent: senda_rules::Seats,
    /// In a room with rated games, whether the running game or the next one counts for the ratings
    /// of its players. It is absent while too few people have a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub rated: Option<Rated>,
    /// The first spectators, at most [`crate::limits::PEOPLE_NAMED`].
    pub people: Vec<PersonView>,
    /// The people who ask to come in to a locked room, at most [`crate::limits::ENTRY_REQUESTS`].
    /// The host answers with [`Command::Admit`](super::Command::Admit) or
    /// [`ClientMessage::TurnAway`](super::ClientMessage::TurnAway).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<EntryRequestView>>", optional))]
    pub entry_requests: Vec<EntryRequestView>,
}

/// A person who asks to come in to a locked room.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EntryRequestView {
    /// The id to use for this person in the answer.
    pub person: PersonId,
    /// The name of the person.
    pub name: ShownName,
}

/// A spectator.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PersonView {
    /// The id to use for this person in commands.
    pub person: PersonId,
    /// The name of the spectator.
    pub name: ShownName,
    /// Whether the spectator is the host.
    pub host: bool,
    /// The seat of a player who is gone, if the spectator asks the host for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub asks_for: Option<Seat>,
}

/// A chat message.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ChatLine {
    /// The time of the message in milliseconds since 1970.
    pub at: u64,
    /// The name of the author.
    pub name: ShownName,
    /// The colour of the author's seat, or `null` if the author had none.
    pub colour: Option<Colour>,
    /// The id of the author in this room.
    pub person: PersonId,
    /// The text of the message. It is plain text, never markup. It is absent if the message is an
    /// emote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub text: Option<ChatText>,
    /// The emote. It is absent if the message is a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub emote: Option<Emote>,
}
