//! What goes into a step of a room, and what is to be done after it.

use std::fmt;

use senda_rules::{AnyAction, AnyView, GameKind, Outcome, Seat, Secret};
use serde::{Deserialize, Serialize};

use crate::{
    feed::{Feed, Report},
    log::Record,
    person::{Person, PlayerId},
    protocol::{
        ClientMessage, CloseCode, CommandId, Hint, Level, Name, Problem, ServerMessage, Since,
    },
    time::Time,
};

/// A connection, numbered by the caller; never reused while a room is in memory.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct ConnectionId(pub u64);

/// What comes to a room.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Input {
    /// A connection has been made. `since` is what its owner has of the room from before. A program from outside goes by
    /// the name of its seat, whatever the person says.
    Joined {
        connection: ConnectionId,
        person: Person,
        since: Option<Since>,
    },
    /// A connection has ended.
    Left { connection: ConnectionId },
    /// A message has come.
    Message {
        connection: ConnectionId,
        message: ClientMessage,
    },
    /// What was asked for by [`Effect::Think`]; without an action nothing was found in time.
    Thought {
        seat: Seat,
        version: u32,
        action: Option<AnyAction>,
    },
    /// What was asked for by [`Effect::Hint`]; without a hint nothing was found in time.
    Hint {
        to: ConnectionId,
        seat: Seat,
        version: u32,
        hint: Option<Hint>,
    },
    /// The name of [`Effect::Name`] is stored.
    Named {
        connection: ConnectionId,
        id: CommandId,
    },
    /// The server keeps nothing of a person any more. The room is about to leave memory if its log has their name.
    Forgotten { player: PlayerId },
    /// The room was restored without the name of a person who may have a seat, and who is nobody any more.
    NeverBack { player: PlayerId },
    /// Time has passed: [`Room::deadline`](crate::Room::deadline) is reached.
    Tick,
    /// The room was brought back for its alarm, which was set for that time.
    Rung { at: Time },
    /// A follower has come by that connection. It leaves as others do.
    Followed { connection: ConnectionId },
    /// A follower says something.
    Reported {
        connection: ConnectionId,
        report: Report,
    },
}

/// What is to be done, in this order; `Append` must be durable before what follows it.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant)] // carried out at once and dropped, never stored
#[allow(missing_docs)]
pub enum Effect {
    /// Store the record, the finished game if it ended one, and the room's alarm if it has changed.
    Append {
        record: Record,
        finished: Option<Finished>,
        alarm: Option<Alarm>,
    },
    /// Send a message. It is the same for all: serialise it once.
    Tell {
        to: Vec<ConnectionId>,
        message: ServerMessage,
    },
    /// Feed followers. It is the same for all.
    Feed { to: Vec<ConnectionId>, feed: Feed },
    /// Store the name that a person has chosen. Where somebody waits for the answer to that, they get it when the name
    /// is durable, by [`Input::Named`].
    Name {
        player: PlayerId,
        name: Name,
        asker: Option<(ConnectionId, CommandId)>,
    },
    /// The room's alarm has changed, without a record.
    Alarm(Alarm),
    /// Think out what a bot decides, and answer with [`Input::Thought`].
    Think(Question),
    /// Think out a hint for whoever has that connection, and answer with [`Input::Hint`].
    Hint {
        to: ConnectionId,
        question: Question,
    },
    /// Tell somebody who has no page of the room before their eyes, if they wish it.
    Notify(News),
    /// Tell a channel elsewhere, if the host has named one.
    Announce(Announcement),
    /// End a connection.
    Close {
        connection: ConnectionId,
        code: CloseCode,
    },
}

/// What a bot is to decide, or to advise a player on: what a person in that seat sees, and no more.
#[derive(Clone, PartialEq)]
pub struct Question {
    /// For which seat.
    pub seat: Seat,
    /// At which version.
    pub version: u32,
    /// How well.
    pub level: Level,
    /// What the seat may know of the game.
    pub view: AnyView,
    /// Whether people play as well, or else only bots.
    pub with_people: bool,
}

/// Only what may stand in a log line: the view has the seat's hand.
impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question")
            .field("seat", &self.seat)
            .field("version", &self.version)
            .field("level", &self.level)
            .finish_non_exhaustive()
    }
}

/// When a room has to be brought back into memory though nobody comes.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Alarm {
    /// Nobody waits for anything there.
    Off,
    /// The time of a turn that lasts for days is up then. Before that it may be the turn of somebody who is played for.
    At(Time),
}

/// Something that a person is told who has no page of the room before their eyes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct News {
    /// Whom.
    pub to: PlayerId,
    /// What.
    pub what: Happening,
    /// The host's name, as the others are shown it.
    pub host: String,
}

/// What happened.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Happening {
    /// It is their turn.
    Turn,
    /// The game starts, and it is another's turn.
    Start,
    /// The game is over.
    End,
    /// They are asked to agree to something: a break, a move taken back, a draw.
    Question,
    /// Somebody has named them in the chat.
    Mention,
    /// Half of the time of a turn of days is gone.
    HalfTime,
    /// A tenth of it is left.
    LittleTime,
}

impl Happening {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Start => "start",
            Self::End => "end",
            Self::Question => "question",
            Self::Mention => "mention",
            Self::HalfTime => "half_time",
            Self::LittleTime => "little_time",
        }
    }
}

/// What a channel elsewhere is told of a room: nothing that a spectator may not know.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Announcement {
    /// Which game.
    pub game: GameKind,
    /// The host's name, as the others are shown it.
    pub host: String,
    /// What happened.
    pub what: Announced,
}

/// What happened, with the names of those whom it is about.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Announced {
    /// A game starts.
    Start {
        /// Who plays, clockwise.
        players: Vec<String>,
        /// Who begins.
        first: Vec<String>,
    },
    /// It is the turn of people who don't look.
    Turn(Vec<String>),
    /// Half of the time of their turn of days is gone.
    HalfTime(Vec<String>),
    /// A tenth of it is left.
    LittleTime(Vec<String>),
    /// The game is over: who has which place, the best first.
    End(Vec<(u8, String)>),
}

/// A finished game, for the tables beside the log.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Finished {
    /// The game's number in its room, from 1.
    pub round: u32,
    /// Which game.
    pub kind: GameKind,
    /// Who played, seat by seat; `None` for a seat whose player had left.
    pub players: Vec<Option<Person>>,
    /// The places.
    pub outcome: Outcome,
}

/// How a room is shown in the lobby: to everybody.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Listing {
    /// Which game.
    pub game: GameKind,
    /// Whether it can be joined.
    pub state: ListingState,
    /// The host's name, as they chose it.
    pub host: Name,
    /// Seats taken.
    pub seated: u8,
    /// Seats there are.
    pub seats: u8,
    /// How many are connected who have no seat.
    pub watching: u32,
}

/// Whether a listed room can be joined.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ListingState {
    /// It waits for players.
    Open,
    /// A game runs.
    Running,
}

/// Where a room gets the secrets of its games from.
pub trait Entropy {
    /// 256 bits that nobody else can know.
    fn secret(&mut self) -> Secret;
}

/// A command was carried out.
pub(crate) fn ack(to: ConnectionId, id: CommandId, version: u32) -> Effect {
    Effect::Tell {
        to: vec![to],
        message: ServerMessage::Ack { id, version },
    }
}

/// A message was refused.
pub(crate) fn nak(to: ConnectionId, id: Option<CommandId>, problem: Problem) -> Effect {
    Effect::Tell {
        to: vec![to],
        message: ServerMessage::Nak {
            id,
            temporary: problem.is_temporary(),
            problem,
        },
    }
}
