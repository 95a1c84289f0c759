//! Why something is refused, and why a connection ends.

use senda_rules::{AnyIllegal, Seat};
use serde::Serialize;

/// Why a command is refused. The codes are stable; the client says them in words.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Problem {
    /// The rules of the game refuse it.
    Game(AnyIllegal),
    /// The room refuses it.
    Room(RoomProblem),
}

/// Why the room refuses a command.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum RoomProblem {
    /// The message is not one of the protocol's; `detail` says where, for developers.
    BadMessage {
        /// In English.
        detail: String,
    },
    /// The game has moved on since the version that the command answers.
    Stale,
    /// There is nothing to take back: something hidden has come to light since, the turn is over, it is somebody else's,
    /// or too much has been taken back in it.
    NothingToTakeBack,
    /// The others can't be asked to let the sender take something back: the sender has decided nothing, or too much has been
    /// decided since; they have just declined; it was granted too often in this game; or nobody asks for it any more.
    NoTakeBack,
    /// The sender gets no hint: players may not ask for any in this room, or the sender has nothing to decide now.
    NoHint,
    /// The sender has no seat.
    NoSeat,
    /// The sender has a seat already.
    AlreadySeated,
    /// Someone else has that seat.
    SeatTaken,
    /// There is no such seat.
    NoSuchSeat,
    /// All seats are taken.
    RoomFull,
    /// Someone else has that colour.
    ColourTaken,
    /// Only the host may do that.
    NotHost,
    /// There is no such person here.
    NoSuchPerson,
    /// No bot sits there.
    NoSuchBot,
    /// A program from outside only plays: it may decide and be back, and do nothing else.
    OnlyPlays,
    /// A host can't remove themselves.
    NotYourself,
    /// Who has opened the room can't be removed from it.
    CreatorStays,
    /// It can't be done while a game runs.
    GameRunning,
    /// No game runs.
    NoGame,
    /// The room's log is as long as one may be ([`crate::limits::RECORDS`]): only the game that runs
    /// can still be played, and the next one needs another room.
    UsedUp,
    /// Too few are seated.
    TooFew {
        /// How many are needed.
        fewest: u8,
    },
    /// More are seated than can play the game.
    TooManySeated {
        /// How many can.
        most: u8,
    },
    /// Someone is not ready.
    NotReady {
        /// Whose seats.
        seats: Vec<Seat>,
    },
    /// A setting is out of its range.
    BadSettings {
        /// Which.
        which: String,
    },
    /// The others don't wait for that seat: it is not its turn or it is the sender's own, it is played
    /// for already or a clock ends its turn, or the sender is out of the game.
    NotAwaited,
    /// That seat may think for so many milliseconds more before the others may ask to go on.
    TooEarly {
        /// Milliseconds.
        again_ms: u32,
    },
    /// The game stands still: it goes on once a player asks for it.
    Paused,
    /// The sender has not as much vacation left in this game, or it is not one with turns of days.
    NoVacation {
        /// Days that are left.
        days_left: u8,
    },
    /// The name is empty, too long or has characters that can't be shown.
    BadName,
    /// The message is empty or too long.
    BadChat,
    /// The host has closed the chat to those who only watch.
    Hushed,
    /// Too many messages; try again after so many milliseconds.
    TooFast {
        /// Milliseconds.
        again_ms: u32,
    },
}

impl Problem {
    /// Whether the same command succeeds later by itself, without anybody doing anything else.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Game(_) => false,
            Self::Room(problem) => problem.is_temporary(),
        }
    }
}

impl RoomProblem {
    /// Whether the same command succeeds later by itself, without anybody doing anything else.
    pub fn is_temporary(&self) -> bool {
        matches!(self, Self::TooFast { .. } | Self::TooEarly { .. })
    }
}

impl From<RoomProblem> for Problem {
    fn from(problem: RoomProblem) -> Self {
        Self::Room(problem)
    }
}

/// What a close code asks of a client: come back after 4000 to 4499, don't after 4500 to 4999.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
#[repr(u16)]
pub enum CloseCode {
    /// The server restarts.
    Restarting = 4000,
    /// The connection was too slow to follow; the return brings everything.
    TooSlow = 4001,
    /// No answer to a ping.
    Silent = 4002,
    /// The room had to be read anew.
    RoomReset = 4003,
    /// Nothing can be stored just now; nobody was told what was not stored.
    NoStorage = 4004,
    /// Too many messages.
    Flood = 4500,
    /// A message was too large or not text.
    BadFrame = 4501,
    /// The host removed this person.
    Removed = 4502,
    /// This person has too many connections to the room; an older one is closed.
    TooManyTabs = 4503,
    /// The room is full.
    RoomFull = 4504,
    /// The host has locked the room: nobody new comes in.
    Locked = 4505,
    /// The page speaks a former version of the protocol: it has to be loaded again.
    Outdated = 4506,
}
