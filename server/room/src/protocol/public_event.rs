//! What happened, as a viewer may know it.

use senda_rules::{AnyEvent, AnyOptions, Commitment, Nonce, Outcome, Seat, Seats, Secret};
use serde::{Deserialize, Serialize};

use super::{BotKind, Colour, Setting, Settings, ShownName};
use crate::time::Time;

/// Something that happened, with its version and time.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TimelineEntry {
    /// The version that it belongs to.
    pub version: u32,
    /// When, milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    #[allow(missing_docs)]
    pub happening: PublicEvent,
}

/// What happened in the room, as a viewer may know it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(missing_docs)] // what has a type of its own is described there
pub enum PublicEvent {
    /// The room was opened by that person.
    Created {
        name: ShownName,
    },
    /// Someone took a seat.
    Sat {
        seat: Seat,
        name: ShownName,
        colour: Colour,
        /// Which program it is, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        bot: Option<BotKind>,
    },
    /// Someone stood up from a seat.
    Stood {
        seat: Seat,
        name: ShownName,
        /// Whether the host removed them.
        removed: bool,
    },
    /// Someone at a seat changed their name.
    Named {
        seat: Seat,
        before: ShownName,
        name: ShownName,
    },
    Coloured(Coloured),
    /// Someone is ready for the next game, or no longer.
    Readied {
        seat: Seat,
        ready: bool,
    },
    /// The host changed the settings.
    #[serde(rename = "set")]
    SettingsChanged {
        /// All of them.
        settings: Settings,
        /// Which are others than before.
        changed: Vec<Setting>,
        /// The seats whose owners were ready and have to say so again, as the game is another one now.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        unready: Seats,
    },
    /// Someone is host now.
    #[serde(rename = "host")]
    HostChanged {
        name: ShownName,
        /// Whether because the one before was gone.
        gone: bool,
        /// Whether because it is who opened the room, and is back: another was host meanwhile.
        back: bool,
    },
    Locked(Locked),
    /// See there.
    Hushed(Hushed),
    /// The host removed that person from the room.
    #[serde(rename = "barred")]
    Banned {
        name: ShownName,
    },
    /// The host lets that person come back.
    Readmitted {
        name: ShownName,
    },
    /// The server has drawn the secret of the next game and says what it commits to.
    Committed {
        /// SHA-256 of the secret.
        commitment: Commitment,
    },
    Started(Box<Started>),
    /// A decision was made.
    Played {
        seat: Seat,
        /// Who made it; left out if the seat's owner did.
        #[serde(default, skip_serializing_if = "By::is_player")]
        #[cfg_attr(feature = "ts", ts(as = "Option<By>", optional))]
        by: By,
        /// What happened in the game, as the viewer may know it.
        events: Vec<AnyEvent>,
    },
    TookBack(TookBack),
    TakeBackAsked(TakeBackAsked),
    TakeBackAgreed(TakeBackAgreed),
    TakeBackDeclined(TakeBackDeclined),
    Hinted(Hinted),
    Away(Away),
    #[serde(rename = "urged")]
    VotedToSkip(VotedToSkip),
    Vacation(Vacation),
    WouldGoOn(WouldGoOn),
    PauseAsked(PauseAsked),
    PauseDeclined(PauseDeclined),
    Paused(Paused),
    Resumed(Resumed),
    Revised(Revised),
    Abandoned(Abandoned),
    Ended(Ended),
}

/// A game began. Seats have been moved together: the players are seats 0 to n-1.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[allow(missing_docs)]
pub struct Started {
    /// The game's number in its room, from 1.
    pub round: u32,
    /// What the shuffles' secret was committed to.
    pub commitment: Commitment,
    /// What each player added to the seed, seat by seat.
    pub nonces: Vec<Option<Nonce>>,
    pub options: AnyOptions,
    pub players: Vec<Player>,
    /// The seated people whom the game was started without, since they were disconnected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<ShownName>>", optional))]
    pub left_out: Vec<ShownName>,
    /// How it opened, as the viewer may know it.
    pub events: Vec<AnyEvent>,
}

// What has nothing to hide is told as it is stored: these are in the log as well, and so are read.

/// Someone changed the colour of their seat.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Coloured {
    pub seat: Seat,
    pub colour: Colour,
}

/// The host has closed the chat to those who only watch, or opened it to them again.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Hushed {
    /// Whether it is closed.
    pub hushed: bool,
}

/// The host has locked the room, or unlocked it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Locked {
    /// Whether nobody new comes in.
    pub locked: bool,
}

/// A player has taken a decision back: the game is as it was before it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TookBack {
    /// Whose.
    pub seat: Seat,
    /// Where the others have agreed: how many decisions went back, the last one of that player and all after it. Otherwise
    /// it was the last one alone, by which nobody had learned anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub agreed: Option<u8>,
}

impl TookBack {
    /// How many decisions went back.
    pub fn decisions(self) -> usize {
        self.agreed.map_or(1, usize::from)
    }
}

/// A player asks the others to let them take back the last decision that they have made, with all after it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TakeBackAsked {
    pub seat: Seat,
}

/// Another player agrees to it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TakeBackAgreed {
    pub seat: Seat,
}

/// Another player does not, or who asked does not want it any more.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct TakeBackDeclined {
    pub seat: Seat,
}

/// A player has asked for a hint on what to decide now. What it said is told to nobody else.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Hinted {
    pub seat: Seat,
}

/// A seat's owner is away, or back: while they are away, decisions are made for them.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Away {
    pub seat: Seat,
    pub away: bool,
}

/// In a game without a clock a player asks that it go on without waiting for a seat. Once most of the
/// others who are here do, the seat is away.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct VotedToSkip {
    /// For which seat nobody should wait.
    pub seat: Seat,
    /// Whose player asks.
    pub by: Seat,
}

/// A player asks for a pause, or agrees to it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PauseAsked {
    pub seat: Seat,
    /// Whether the pause is to last until all are back; the first who asks decides.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(as = "Option<bool>", optional))]
    pub until_all: bool,
}

/// In a pause until all are back, a player is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct WouldGoOn {
    pub seat: Seat,
}

/// In a game with turns of days, a player is on vacation, or back from it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Vacation {
    /// Whose player.
    pub seat: Seat,
    /// Until when, milliseconds since 1970; `null` for who is back.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub until: Option<Time>,
}

/// A player does not agree to a pause, or takes back what they asked for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct PauseDeclined {
    pub seat: Seat,
}

/// The game stands still: no clock runs, and nothing is decided for anybody.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Paused {
    pub reason: PauseReason,
}

/// The game goes on.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Resumed {
    /// Whose player has come back, or asks to go on; `null` where all have stood up.
    pub seat: Option<Seat>,
}

/// The program was updated in the middle of the game, which goes on by newer rules.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Revised {
    /// The version of its rules.
    pub rules: u16,
}

/// The program was updated in the middle of the game, which can't go on by the newer rules: it is over without
/// a result. What decided its shuffles can be known.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Abandoned {
    /// What the commitment was made from.
    pub secret: Secret,
}

/// The game ended, and what decided its shuffles can be known.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// The places.
    pub outcome: Outcome,
    /// What the commitment was made from.
    pub secret: Secret,
}

/// Someone who plays.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[allow(missing_docs)]
pub struct Player {
    pub name: ShownName,
    pub colour: Colour,
}

/// Why a game stands still.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// None of those who have a seat is connected. It goes on when one of them comes.
    EverybodyLeft,
    /// All who play and are here have agreed to it. It goes on when one of them asks for it.
    Agreed,
    /// The same, and it goes on when all who play have asked for it.
    UntilAllBack,
}

/// Who made a decision for a seat.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Its owner.
    #[default]
    Player,
    /// The clock: the time was up.
    Clock,
    /// The clock: the owner is away or the seat has none.
    Away,
    /// The bot whose seat it is, the server's or one from outside.
    Bot,
    /// A bot for the owner, who is away or has left.
    StandIn,
}

impl By {
    /// Whether the clock made it, by chance where the rules leave it a choice.
    pub fn is_clock(self) -> bool {
        matches!(self, Self::Clock | Self::Away)
    }

    #[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks
    fn is_player(&self) -> bool {
        *self == Self::Player
    }
}
