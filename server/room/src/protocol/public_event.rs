//! The events of a room, as a viewer may know them.

use senda_rules::{AnyEvent, AnyOptions, Commitment, Nonce, Outcome, Seat, Seats, Secret};
use serde::{Deserialize, Serialize};

use super::{BotKind, By, Colour, Rated, Setting, Settings, ShownName, Start};
use crate::time::Time;

/// An event with its version and time.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TimelineEntry {
    /// The version of the room that the event belongs to.
    pub version: u32,
    /// The time of the event in milliseconds since 1970.
    pub at: u64,
    #[expect(missing_docs, reason = "the names of the fields describe them")]
    pub happening: PublicEvent,
}

/// An event in the room, as a viewer may know it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[expect(
    missing_docs,
    reason = "for variants that contain a type with a description of its own"
)]
pub enum PublicEvent {
    /// A person opened the room.
    Created {
        /// The name of the creator of the room.
        name: ShownName,
    },
    /// A person took a seat.
    Sat {
        seat: Seat,
        name: ShownName,
        colour: Colour,
        /// The kind of bot, if the new owner is a bot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        bot: Option<BotKind>,
    },
    /// A person left a seat.
    Stood {
        seat: Seat,
        /// The name of the person who had the seat.
        name: ShownName,
        /// Whether the host removed the person.
        removed: bool,
    },
    /// The owner of a seat changed their name.
    Named {
        seat: Seat,
        /// The former name of the owner.
        before: ShownName,
        /// The new name of the owner.
        name: ShownName,
    },
    Coloured(Coloured),
    /// The owner of a seat is ready for the next game, or not ready any more.
    Readied {
        seat: Seat,
        /// Whether the owner is ready.
        ready: bool,
    },
    /// The host changed the settings. On the wire this event is called `set`.
    #[serde(rename = "set")]
    SettingsChanged {
        /// All settings, with their new values.
        settings: Settings,
        /// The settings that differ from the previous ones.
        changed: Vec<Setting>,
        /// The seats whose owners were ready and have to confirm it, because the next game is a
        /// different one now.
        unready: Seats,
    },
    /// Another person is the host now. On the wire this event is called `host`.
    #[serde(rename = "host")]
    HostChanged {
        /// The name of the new host.
        name: ShownName,
        /// Whether the role passed on because the previous host was gone.
        gone: bool,
        /// Whether the new host is the creator of the room, who is back. Another person was the
        /// host in the meantime.
        back: bool,
    },
    Locked(Locked),
    /// The host closed the chat to spectators, or reopened it to them.
    Hushed(Hushed),
    /// The host removed a person from the room and banned them. On the wire this event is called
    /// `barred`.
    #[serde(rename = "barred")]
    Banned {
        /// The name of the removed person.
        name: ShownName,
    },
    /// The host lifted the ban of a person.
    Readmitted {
        /// The name of the person who may return.
        name: ShownName,
    },
    /// The host admitted a person who asked to come in to the locked room.
    Admitted {},
    /// The server has drawn the secret of the next game and publishes the commitment to it.
    Committed {
        /// The SHA-256 digest of the secret.
        commitment: Commitment,
    },
    Started(Box<Started>),
    /// A decision was made for a seat.
    Played {
        seat: Seat,
        /// The maker of the decision. It is left out if the owner of the seat made the decision.
        #[serde(default, skip_serializing_if = "By::is_player")]
        #[cfg_attr(feature = "types", ts(as = "Option<By>", optional))]
        by: By,
        /// The events in the game, as the viewer may know them.
        events: Vec<AnyEvent>,
    },
    TookBack(TookBack),
    /// A player asks the other players to let them take back their last decision together with all
    /// decisions after it.
    TakeBackAsked(OfPlayer),
    /// Another player agrees to the pending take-back request.
    TakeBackAgreed(OfPlayer),
    /// Another player declines the pending take-back request, or the player who made it withdraws
    /// it.
    TakeBackDeclined(OfPlayer),
    /// A player requested a hint for their current decision. Only that player receives the hint
    /// itself.
    Hinted(OfPlayer),
    Away(Away),
    #[serde(rename = "urged")]
    VotedToSkip(VotedToSkip),
    VotedToEnd(VotedToEnd),
    Vacation(Vacation),
    /// A player is back, in a pause that lasts until all players are back.
    WouldGoOn(OfPlayer),
    PauseAsked(PauseAsked),
    /// A player declines the request for a pause, or withdraws their own.
    PauseDeclined(OfPlayer),
    Paused(Paused),
    Resumed(Resumed),
    Revised(Revised),
    Abandoned(Abandoned),
    Ended(Ended),
}

/// A game began. The players have moved together onto the seats 0 to n-1.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Started {
    /// The number of the game in its room, counted from 1.
    pub round: u32,
    /// The commitment to the secret of the shuffles.
    pub commitment: Commitment,
    /// The players' contributions to the seed, indexed by seat.
    pub nonces: Vec<Option<Nonce>>,
    pub options: AnyOptions,
    pub players: Vec<Player>,
    /// The owners of seats who were disconnected, so that the game was started without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<ShownName>>", optional))]
    pub left_out: Vec<ShownName>,
    /// The start of the game, if it was from a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub start: Option<Start>,
    /// Whether the game counts for the ratings of its players. It is absent if the room has no
    /// rated games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub rated: Option<Rated>,
    /// The opening of the game, as the viewer may know it.
    pub events: Vec<AnyEvent>,
}

// The events below hide nothing. So the log stores them in the form that is sent to viewers, and
// they are deserialized too.

/// The owner of a seat changed its colour.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Coloured {
    pub seat: Seat,
    pub colour: Colour,
}

/// The host closed the chat to spectators, or reopened it to them.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Hushed {
    /// Whether the chat is closed to spectators.
    pub hushed: bool,
}

/// The host locked or unlocked the room.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Locked {
    /// Whether the room is closed to new people.
    pub locked: bool,
}

/// A decision of a player was taken back. The game is in the state before it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TookBack {
    /// The seat of the player.
    pub seat: Seat,
    /// The number of decisions that were taken back with the agreement of the other players: the
    /// player's last decision and all after it. It is absent if the player took back only their
    /// last decision, from which no player had learned anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub agreed: Option<u8>,
}

impl TookBack {
    /// Returns the number of decisions that were taken back.
    pub fn decisions(self) -> usize {
        self.agreed.map_or(1, usize::from)
    }
}

/// The player whom the event is about.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct OfPlayer {
    /// The seat of the player.
    pub seat: Seat,
}

/// The owner of a seat is away, or back. While the owner is away, decisions are made for them.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Away {
    /// The seat whose owner is away or back.
    pub seat: Seat,
    /// Whether the owner is away.
    pub away: bool,
    /// Whether the owner is away because the other players have voted to skip them. Older logs lack
    /// it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub skipped: bool,
}

impl Away {
    /// Returns the event of an owner who is back.
    pub(crate) const fn back(seat: Seat) -> Self {
        Self {
            seat,
            away: false,
            skipped: false,
        }
    }
}

/// A player of a game without a clock votes to continue without waiting for a seat. Once more than
/// half of the other players who are connected vote for it, the seat is away.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct VotedToSkip {
    /// The seat that the vote is to skip.
    pub seat: Seat,
    /// The seat of the player who votes.
    pub by: Seat,
}

/// A player votes to end the game without a result, because another one has left it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct VotedToEnd {
    /// The seat of the player who votes.
    pub seat: Seat,
    /// Whether the vote is for the end. A vote against it clears all votes.
    pub wanted: bool,
}

/// A player asks for a pause, or agrees to one.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PauseAsked {
    /// The seat of the player who asks or agrees.
    pub seat: Seat,
    /// Whether the pause lasts until all players are back. The first player who asks for the pause
    /// decides this.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub until_all: bool,
}

/// A player of a game with turns of days starts a vacation, or ends it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    /// The seat of the player.
    pub seat: Seat,
    /// The end of the vacation in milliseconds since 1970, or `null` if the player is back.
    pub until: Option<Time>,
}

/// The game is paused. No clock runs, and no decision is made for any player.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Paused {
    pub reason: PauseReason,
}

/// The game continues after a pause.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Resumed {
    /// The seat of the player who has returned or has asked to continue. It is `null` if all people
    /// have left their seats.
    pub seat: Option<Seat>,
}

/// The server was updated during the game, which continues by newer rules.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Revised {
    /// The version of the rules that the game continues by.
    pub rules: u16,
}

/// The game ended without a result, and the secret of its shuffles is revealed: after an update of
/// the server it can't continue by the newer rules, or its remaining players have agreed.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Abandoned {
    /// The secret that the commitment was computed from.
    pub secret: Secret,
    /// Whether the remaining players have agreed to end the game, after one had left it. The game
    /// can then still be seen. Older logs lack it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(as = "Option<bool>", optional))]
    pub agreed: bool,
}

/// The game ended, and the secret of its shuffles is revealed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// The places of the players.
    pub outcome: Outcome,
    /// The secret that the commitment was computed from.
    pub secret: Secret,
}

/// A player of a game.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Player {
    pub name: ShownName,
    pub colour: Colour,
}

/// The reason for a pause.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// No owner of a seat is connected. The game continues when one of them connects.
    EverybodyLeft,
    /// All players who are connected have agreed to the pause. The game continues when one of them
    /// asks for it.
    Agreed,
    /// All players who are connected have agreed to the pause. The game continues when all players
    /// have asked for it.
    UntilAllBack,
}
