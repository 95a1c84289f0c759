//! The inputs and effects of [`Room::step`](crate::Room::step).

mod feed;
mod player_report;

use std::fmt;

use senda_rules::{AnyAction, AnyView, GameKind, Outcome, Seat, Secret};
use serde::{Deserialize, Serialize};

use crate::{
    log::{Cause, Record},
    person::{Person, PlayerId},
    protocol::{
        ClientMessage, CloseCode, CommandId, Hint, Level, Name, Problem, ServerMessage, Since,
        Start,
    },
    time::Time,
};

pub use self::{
    feed::{Beginning, ClockTimes, Feed, FeedPayload, Report},
    player_report::{PlayerReport, ReportedLine},
};

/// The id of a connection. The caller assigns it and never reuses it while the room is in memory.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct ConnectionId(pub u64);

/// A number that stands for the network of a client. Equal networks have equal numbers as long as
/// the server runs, and the number reveals nothing else of the network. It is never stored.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NetworkTag(pub u64);

/// An input of a room.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub enum Input {
    /// A client has connected. `since` is the part of the room that the client already has from
    /// before. An outside program takes the name that its seat has, and the room ignores the name
    /// in `person`.
    Joined {
        connection: ConnectionId,
        person: Person,
        since: Option<Since>,
    },
    /// A person is about to connect from this network.
    CameFrom {
        player: PlayerId,
        network: NetworkTag,
    },
    /// A person who could not enter a locked room asks the host to be let in. The connection is
    /// sent nothing but a close code: [`CloseCode::Admitted`] as soon as the person may join.
    EntryRequested {
        connection: ConnectionId,
        person: Person,
    },
    /// The connection of a client has ended.
    Left { connection: ConnectionId },
    /// A client has sent a message.
    Message {
        connection: ConnectionId,
        message: ClientMessage,
    },
    /// The answer to [`Effect::Think`]. `action` is `None` if the bot found nothing in time.
    Thought {
        seat: Seat,
        version: u32,
        action: Option<AnyAction>,
    },
    /// The answer to [`Effect::Hint`]. `hint` is `None` if the bot found nothing in time.
    Hint {
        to: ConnectionId,
        seat: Seat,
        version: u32,
        hint: Option<Hint>,
    },
    /// The name of an [`Effect::Name`] is durable.
    Named {
        connection: ConnectionId,
        id: CommandId,
    },
    /// The report of an [`Effect::Report`] is durable, or could not be stored.
    Reported {
        connection: ConnectionId,
        cause: Cause,
        is_stored: bool,
    },
    /// The server has deleted the data of this person. If the room's log holds the person's name,
    /// the room is about to leave memory.
    Forgotten { player: PlayerId },
    /// The room was restored without the name of a person who may have a seat. That person no
    /// longer exists on the server and never returns.
    NeverBack { player: PlayerId },
    /// The operator of the server locks or unlocks the room, as its host can.
    LockSet { locked: bool },
    /// The clock has reached [`Room::deadline`](crate::Room::deadline).
    Tick,
    /// The server has loaded the room because of its alarm, which was set for `at`.
    Rung { at: Time },
    /// A replica has connected. It disconnects with [`Input::Left`], like any other connection.
    ReplicaJoined { connection: ConnectionId },
    /// A replica has sent a report.
    ReplicaReported {
        connection: ConnectionId,
        report: Report,
    },
}

/// An effect that the caller carries out. The caller processes effects in order, and an `Append`
/// must be durable before the effects after it.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub enum Effect {
    /// Store the record, the finished game if the record ends one, and the room's alarm if it has
    /// changed.
    Append {
        record: Record,
        finished: Option<Finished>,
        alarm: Option<Alarm>,
    },
    /// Send a message to these connections. The message is the same for all of them, so the caller
    /// serialises it once.
    Send {
        to: Vec<ConnectionId>,
        message: ServerMessage,
    },
    /// Send a feed message to these replicas. It is the same for all of them.
    Feed { to: Vec<ConnectionId>, feed: Feed },
    /// Store the name that a person has chosen. If `reply_to` is set, the caller sends
    /// [`Input::Named`] when the name is durable, and the room then acknowledges the command to
    /// that connection.
    Name {
        player: PlayerId,
        name: Name,
        reply_to: Option<(ConnectionId, CommandId)>,
    },
    /// Store a player's report for the operator of the server, and answer with
    /// [`Input::Reported`].
    Report {
        report: Box<PlayerReport>,
        sender: ConnectionId,
        cause: Cause,
    },
    /// Store the room's new alarm. It has changed without a record.
    Alarm(Alarm),
    /// Compute the decision of a bot and answer with [`Input::Thought`].
    Think(Question),
    /// Compute a hint for the owner of this connection and answer with [`Input::Hint`].
    Hint {
        to: ConnectionId,
        question: Question,
    },
    /// Notify a person who does not have the room in view, if that person has enabled
    /// notifications.
    Notify(Notification),
    /// Publish an announcement to an external channel, if the host has configured one.
    Announce(Announcement),
    /// Close a connection with this code.
    Close {
        connection: ConnectionId,
        code: CloseCode,
    },
}

/// The position that a bot decides on, or gives a hint for. It holds what a player in that seat
/// sees, and nothing else.
#[derive(Clone, PartialEq)]
pub struct Question {
    /// The seat to decide for.
    pub seat: Seat,
    /// The version of the room that the view belongs to.
    pub version: u32,
    /// The playing strength of the bot.
    pub level: Level,
    /// The game as the seat may know it.
    pub view: AnyView,
    /// Whether people play too. It is `false` if only bots play on.
    pub with_people: bool,
    /// The number of decisions within turns that bots have made since a person's last decision. A
    /// bot hurries the more, so that people need not wait long for turns of many decisions.
    pub played_for: u32,
}

/// Prints only fields that may appear in a log line. The view contains the seat's hand and is left
/// out.
impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question")
            .field("seat", &self.seat)
            .field("version", &self.version)
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
}

/// The time at which the server has to load a room even if no client connects.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Alarm {
    /// The room needs no alarm: no game with turns of days runs, or nothing is due in it.
    Off,
    /// In a game with turns of days, the next thing is due at this time: the end of a turn, a
    /// reminder, the decision of a bot or a stand-in, or the end of a pause.
    At(Time),
}

/// A notification for a person who does not have the room in view.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Notification {
    /// The person who is to be notified.
    pub to: PlayerId,
    /// The event that the notification reports.
    pub what: NotificationKind,
    /// The host's name as the other people in the room see it.
    pub host: String,
}

/// The kind of event that a notification reports.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NotificationKind {
    /// It is the recipient's turn.
    Turn,
    /// The game starts, and it is another player's turn.
    Start,
    /// The recipient's game has ended.
    End,
    /// The recipient has to agree to a request: a pause, a take-back or a draw.
    Question,
    /// A chat message mentions the recipient.
    Mention,
    /// Half of the recipient's turn of days has passed.
    HalfTime,
    /// A tenth of the recipient's turn of days is left.
    LittleTime,
}

/// An announcement of a room event to an external channel. It holds nothing that a spectator may
/// not know.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Announcement {
    /// The game that the room plays.
    pub game: GameKind,
    /// The host's name as the other people in the room see it.
    pub host: String,
    /// The event that the announcement reports.
    pub what: Announced,
}

/// The event of an announcement, with the names of the people concerned.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Announced {
    /// A game starts with these players.
    Start {
        /// The names of the players, clockwise.
        players: Vec<String>,
        /// The names of the players who move first.
        first: Vec<String>,
    },
    /// It is the turn of these people, who do not have the room in view.
    Turn(Vec<String>),
    /// Half of the turn of days of these people has passed.
    HalfTime(Vec<String>),
    /// A tenth of the turn of days of these people is left.
    LittleTime(Vec<String>),
    /// The game is over. The list holds each player's place and name, the best first.
    End(Vec<(u8, String)>),
}

/// A finished game, for the database tables that exist in addition to the log.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Finished {
    /// The number of the game in its room, from 1.
    pub round: u32,
    /// The game that was played.
    pub kind: GameKind,
    /// The players, indexed by seat. An entry is `None` if the player of that seat had left.
    pub players: Vec<Option<Person>>,
    /// The places of the seats.
    pub outcome: Outcome,
    /// The people who have started the game, indexed by seat, if it counts for their ratings.
    pub rated: Option<Vec<PlayerId>>,
    /// The finished game that this one has started from.
    pub start: Option<Start>,
    /// Whether the lobby listed the room while the game was played, for people who may watch.
    pub listed: bool,
}

/// The public entry of a room in the lobby.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Listing {
    /// The game that the room plays.
    pub game: GameKind,
    /// Whether the room can be joined.
    pub state: ListingState,
    /// The host's name as the host chose it.
    pub host: Name,
    /// The number of occupied seats.
    pub seated: u8,
    /// The number of all seats.
    pub seats: u8,
    /// The number of connected people without a seat.
    pub watching: u32,
    /// Whether the games count for the ratings of their players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub rated: bool,
    /// The part of a finished game that the games of the room start from, instead of a new deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub starts_from: Option<StartsFrom>,
}

/// The part of a finished game that the games of a listed room start from.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum StartsFrom {
    /// They repeat its deal.
    Deal,
    /// They continue from a position of it.
    Position,
}

/// Whether a listed room can be joined.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ListingState {
    /// The room waits for players.
    Open,
    /// A game is running in the room.
    Running,
}

/// A source of secrets for the games of a room.
pub trait Entropy {
    /// Returns 256 random bits that no other party can know.
    fn secret(&mut self) -> Secret;
}

/// Returns the effect that acknowledges a command.
pub(crate) fn ack(to: ConnectionId, id: CommandId, version: u32) -> Effect {
    Effect::Send {
        to: vec![to],
        message: ServerMessage::Ack { id, version },
    }
}

/// Returns the effect that rejects a message.
pub(crate) fn nak(to: ConnectionId, id: Option<CommandId>, problem: Problem) -> Effect {
    Effect::Send {
        to: vec![to],
        message: ServerMessage::Nak {
            id,
            temporary: problem.is_temporary(),
            problem,
        },
    }
}
