//! The reasons why the server rejects a command or closes a connection.

use senda_rules::{AnyIllegal, Seat};
use serde::Serialize;

use super::RatedNeed;

/// The reason why a command is rejected. The codes are stable; the client translates them into
/// words.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(untagged)]
pub enum Problem {
    /// The rules of the game reject the command.
    Game(AnyIllegal),
    /// The room rejects the command.
    Room(RoomProblem),
}

/// The reason why the room rejects a command.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum RoomProblem {
    /// The message does not conform to the protocol.
    BadMessage {
        /// The position and cause of the error, in English, for developers.
        detail: String,
    },
    /// The game has changed since the version that the command answers.
    Stale,
    /// The sender has nothing to take back: hidden information has been revealed since, the turn is
    /// over or belongs to another player, or the sender has taken back too much in it.
    NothingToTakeBack,
    /// A take-back request is not possible, or there is none to agree to. The sender has made no
    /// decision, or too many have been made since; another request is pending; the sender's last
    /// request has just been declined; too many have been granted in this game; or the request to
    /// agree to is not pending any more.
    NoTakeBack,
    /// The game can't be ended without a result, because no player has left it or the sender is out
    /// of it.
    NoEarlyEnd,
    /// The sender gets no hint, because hints are not allowed in this room or the sender has
    /// nothing to decide now.
    NoHint,
    /// The sender has no seat.
    NoSeat,
    /// The person already has a seat.
    AlreadySeated,
    /// The seat belongs to another person.
    SeatTaken,
    /// The seat does not exist.
    NoSuchSeat,
    /// All seats of the room are taken.
    RoomFull,
    /// Another person has this colour.
    ColourTaken,
    /// Only the host may execute this command.
    NotHost,
    /// The person is not in this room.
    NoSuchPerson,
    /// The room does not keep this chat message any more.
    NoSuchLine,
    /// The report could not be stored.
    NotReported,
    /// There is no bot at this seat.
    NoSuchBot,
    /// The sender has no guest at this seat, or the seat to pass the device to is neither the
    /// sender's nor that of a guest of theirs in the running game.
    NoSuchGuest,
    /// An external bot may only make decisions and declare that it is back.
    OnlyPlays,
    /// The host can't remove themselves.
    NotYourself,
    /// The creator of the room can't be removed from it.
    CreatorStays,
    /// The command is not possible while a game runs.
    GameRunning,
    /// The command needs a running game, and there is none.
    NoGame,
    /// The server starts no new games, because its operator is about to stop it.
    Draining,
    /// The log of the room has reached its maximum length ([`crate::limits::RECORDS`]). The running
    /// game can be finished, but the next one needs another room.
    UsedUp,
    /// The number of seated people is too low to start the game.
    TooFew {
        /// The lowest number of players that can start the game.
        fewest: u8,
    },
    /// The number of seated people is too high for the game.
    TooManySeated {
        /// The highest number of players of the game.
        most: u8,
    },
    /// Some players are not ready.
    NotReady {
        /// The seats whose owners are not ready.
        seats: Vec<Seat>,
    },
    /// A setting is out of its range.
    BadSettings {
        /// The name of the setting.
        which: String,
    },
    /// The room has rated games, and a condition of them is not met.
    RatedNeeds {
        /// The condition.
        need: RatedNeed,
    },
    /// The vote to skip a seat is not possible. The seat has no turn or is the sender's own, it is
    /// played for already, a clock ends its turn, or the sender is out of the game.
    NotAwaited,
    /// The vote to skip a seat is too early, because its player still has time to think.
    TooEarly {
        /// The time in milliseconds until the other players may vote.
        again_ms: u32,
    },
    /// The game is paused. It continues when a player asks for it.
    Paused,
    /// The sender does not have this much vacation left, or the game has no turns of days.
    NoVacation {
        /// The number of days of vacation that the sender has left in this game.
        days_left: u8,
    },
    /// The name is empty, too long or contains characters that can't be shown.
    BadName,
    /// The chat message is empty or too long.
    BadChat,
    /// The host has closed the chat to spectators.
    Hushed,
    /// The hands of the running game are shown to people who don't play. People who may have seen
    /// them can't take over a seat, can't write to the players while they are out, and can't come
    /// back by a take-back.
    HandsShown,
    /// The deal of a day is played once and under the same conditions by everyone: with the same
    /// seats, bots and settings, and without help.
    SameForAll,
    /// The sender has sent too many messages in a short time.
    TooFast {
        /// The time in milliseconds after which the sender may retry.
        again_ms: u32,
    },
}

impl Problem {
    /// Returns whether the same command can succeed later without any action of another person.
    pub fn is_temporary(&self) -> bool {
        match self {
            Self::Game(_) => false,
            Self::Room(problem) => problem.is_temporary(),
        }
    }
}

impl RoomProblem {
    /// Returns whether the same command can succeed later without any action of another person.
    pub fn is_temporary(&self) -> bool {
        matches!(
            self,
            Self::TooFast { .. } | Self::TooEarly { .. } | Self::NotReported
        )
    }
}

impl From<RoomProblem> for Problem {
    fn from(problem: RoomProblem) -> Self {
        Self::Room(problem)
    }
}

crate::listed_enum! {
    /// The code of a WebSocket close frame. After 4000 to 4499 the client should reconnect; after
    /// 4500 to 4999 it should not.
    #[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
    #[cfg_attr(feature = "types", derive(schemars::JsonSchema))]
    #[repr(u16)]
    pub enum CloseCode {
        /// The server restarts or shuts down.
        Restarting = 4000,
        /// The connection was too slow to receive all messages. The client gets everything that it
        /// missed when it reconnects.
        TooSlow = 4001,
        /// The client did not answer a ping.
        Silent = 4002,
        /// The server has reset the connection to the room, for example because the room had to be
        /// reloaded.
        RoomReset = 4003,
        /// The server can't store anything at the moment. It has sent nothing to any client that
        /// was not stored.
        NoStorage = 4004,
        /// The client has sent too many messages.
        Flood = 4500,
        /// A message was too large or not text.
        BadFrame = 4501,
        /// The host has removed this person, or the token of an external bot has no seat.
        Removed = 4502,
        /// This person has opened too many connections to the room, so an older one is closed.
        TooManyTabs = 4503,
        /// The room has too many people.
        RoomFull = 4504,
        /// The host has locked the room, and no new people can enter.
        Locked = 4505,
        /// The page uses an older version of the protocol and has to be reloaded.
        Outdated = 4506,
        /// The room has no spectators while a game runs, and this person has no seat.
        NoSpectators = 4507,
        /// The host has turned away this person, who asked to come in to a locked room.
        TurnedAway = 4508,
        /// This person has asked to come in, and may. The room is joined with a new socket.
        Admitted = 4509,
        /// The operator of the server has banned this person or their network.
        Banned = 4510,
        /// The operator of the server has closed the room.
        Closed = 4511,
    }
}
