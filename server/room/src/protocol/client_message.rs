//! The messages that a client sends.

mod command;
mod report_reason;

use std::{borrow::Cow, str::FromStr};

use senda_rules::{Seat, tagged};
use serde::{Deserialize, Deserializer, Serialize};

pub use self::{command::Command, report_reason::ReportReason};
use super::{ChatText, CommandId, Emote, PersonId};

/// A message from a client, as a JSON object with a `type`. The `type` of a command is that of its
/// [`Command`], whose fields stand next to the command's `id`.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(tag = "type", rename_all = "snake_case", deny_unknown_fields),
    ts(tag = "type", rename_all = "snake_case")
)]
pub enum ClientMessage {
    /// Posts a chat message in the room.
    Chat {
        /// The text of the chat message.
        text: ChatText,
    },
    /// Posts an emote, a chat message without words.
    Emote {
        /// The emote that is posted.
        emote: Emote,
    },
    /// Requests the current state of the room. The server answers with an
    /// [`Update`](super::Update), which continues the state that the client has, if that is
    /// possible. A client that is up to date gets an empty [`Step`](super::Step) instead.
    Sync {
        /// The last version that the client has. If it is absent, the server sends the complete
        /// state.
        #[cfg_attr(feature = "types", ts(optional))]
        since: Option<Since>,
    },
    /// Reports whether the page is visible. The server assumes that it is until the client reports
    /// otherwise. A player who has no visible page of the room is notified of their turn through
    /// other channels, if they have enabled that.
    Look {
        /// Whether the page is visible.
        visible: bool,
    },
    /// Asks the host for the seat of a player who is gone. The host can give it with
    /// [`Command::Hand`] and sees the request in [`Presence`](super::Presence). The server keeps
    /// the request in memory only.
    AskSeat {
        /// The requested seat. Leave it out to withdraw the request.
        #[cfg_attr(feature = "types", ts(optional))]
        seat: Option<Seat>,
    },
    /// Passes the device of this connection to a guest of the sender, or back to the sender. The
    /// server answers with a [`You`](super::You) whose `seat` is that of the player who holds the
    /// device now, and with a complete [`Update`](super::Update) for that player. Until then it
    /// sends nothing that only that player may know. A new connection begins with the sender, and a
    /// device returns to its owner when the game ends or the guest leaves it.
    Pass {
        /// The seat of the player who takes the device. Leave it out to pass it back to a sender
        /// who has no seat.
        #[cfg_attr(feature = "types", ts(optional))]
        seat: Option<Seat>,
    },
    /// Turns away a person who asks to come in to a locked room. Only the host may do that. The
    /// server keeps the answer in memory only, and the person may ask again after
    /// [`crate::limits::ENTRY_PAUSE_MS`].
    TurnAway {
        /// The person, as named in [`Presence`](super::Presence).
        person: PersonId,
    },
    /// Checks the connection after the client has received nothing for a while. A browser reports
    /// to a page neither the pings of a WebSocket nor their absence. The server that holds the
    /// socket answers with a [`ServerMessage::Pong`](super::ServerMessage::Pong); the room is not
    /// involved.
    Ping {},
    /// A command that changes the room. The client may resend it with the same `id`: a command that
    /// has been executed already is not executed again, and the server repeats its first
    /// [`ServerMessage::Ack`](super::ServerMessage::Ack).
    #[cfg_attr(
        feature = "types",
        schemars(untagged, with = "CommandMessage"),
        ts(untagged, as = "CommandMessage")
    )]
    Command {
        /// The id of the command. The client chooses a new one for each command.
        id: CommandId,
        /// The command that is executed.
        command: Command,
    },
}

/// The position of a client in the history of a room, taken from the last [`Update`](super::Update)
/// or [`Step`](super::Step) that the client has received.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Since {
    /// The epoch of the history that the client has.
    pub epoch: u32,
    /// The last version of this history that the client has.
    pub version: u32,
}

/// The part of a message that decides how the rest is parsed.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
}

/// The messages that have no id.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Remark {
    Chat {
        text: ChatText,
    },
    Emote {
        emote: Emote,
    },
    Sync {
        #[serde(default)]
        since: Option<Since>,
    },
    Look {
        visible: bool,
    },
    AskSeat {
        #[serde(default)]
        seat: Option<Seat>,
    },
    Pass {
        #[serde(default)]
        seat: Option<Seat>,
    },
    TurnAway {
        person: PersonId,
    },
    Ping {},
}

/// A command and its id as fields of one JSON object. [`Command`] rejects any other field.
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
struct CommandMessage {
    /// The id of the command. The client chooses a new one for each command.
    id: CommandId,
    #[cfg_attr(feature = "types", serde(flatten))]
    command: Command,
}

impl<'de> Deserialize<'de> for CommandMessage {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (command, id) = tagged::read_with(from, "id")?;
        Ok(Self { id, command })
    }
}

/// Parses a message from a client. Serde can't distinguish the two kinds of messages by their tags
/// and also report the field that is at fault. So the tag is parsed first.
impl FromStr for ClientMessage {
    type Err = serde_json::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let head = serde_json::from_str::<Head>(text);
        if head.is_ok_and(|head| {
            matches!(
                &*head.kind,
                "chat" | "emote" | "sync" | "look" | "ask_seat" | "pass" | "turn_away" | "ping"
            )
        }) {
            return Ok(match serde_json::from_str(text)? {
                Remark::Chat { text } => Self::Chat { text },
                Remark::Emote { emote } => Self::Emote { emote },
                Remark::Sync { since } => Self::Sync { since },
                Remark::Look { visible } => Self::Look { visible },
                Remark::AskSeat { seat } => Self::AskSeat { seat },
                Remark::Pass { seat } => Self::Pass { seat },
                Remark::TurnAway { person } => Self::TurnAway { person },
                Remark::Ping {} => Self::Ping {},
            });
        }
        let CommandMessage { id, command } = serde_json::from_str(text)?;
        Ok(Self::Command { id, command })
    }
}
