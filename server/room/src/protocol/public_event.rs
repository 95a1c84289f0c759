//! What happened, as a viewer may know it.

use senda_rules::{AnyEvent, AnyOptions, Commitment, Nonce, Outcome, Seat, Seats, Secret};
use serde::{Deserialize, Serialize};

use super::{Colour, Setting, Settings, ShownName};

/// A happening with its version and time.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TimelineEntry {
    /// The version that it belongs to.
    pub version: u32,
    /// When, milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: u64,
    /// What.
    pub happening: PublicEvent,
}

/// What happened in the room, as a viewer may know it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PublicEvent {
    /// The room was opened.
    Created {
        /// By whom.
        name: ShownName,
    },
    /// Someone took a seat.
    Sat {
        /// Which.
        seat: Seat,
        /// Who.
        name: ShownName,
        /// With which colour.
        colour: Colour,
    },
    /// Someone left a seat.
    Stood {
        /// Which.
        seat: Seat,
        /// Who.
        name: ShownName,
        /// Whether the host removed them.
        removed: bool,
    },
    /// Someone at a seat changed their name.
    Named {
        /// Whose seat.
        seat: Seat,
        /// The name before.
        before: ShownName,
        /// The name now.
        name: ShownName,
    },
    /// Someone changed their colour.
    Coloured {
        /// Whose seat.
        seat: Seat,
        /// The colour.
        colour: Colour,
    },
    /// Someone is ready or no longer.
    Readied {
        /// Whose seat.
        seat: Seat,
        /// Whether.
        ready: bool,
    },
    /// The host changed the settings.
    Set {
        /// All of them.
        settings: Settings,
        /// Which are others than before.
        changed: Vec<Setting>,
        /// Whose owners were ready and have to say so again, as the game is another one now.
        #[cfg_attr(feature = "ts", ts(type = "number[]"))]
        unready: Seats,
    },
    /// Someone is host now.
    Host {
        /// Who.
        name: ShownName,
        /// Whether because the one before was gone.
        gone: bool,
        /// Whether because it is who opened the room, and is back: another was host meanwhile.
        back: bool,
    },
    /// The host has locked the room, or unlocked it.
    Locked {
        /// Whether nobody new comes in.
        locked: bool,
    },
    /// The host removed someone from the room.
    Barred {
        /// Whom.
        name: ShownName,
    },
    /// The host lets someone come back.
    Readmitted {
        /// Whom.
        name: ShownName,
    },
    /// The server has drawn the secret of the next game and says what it commits to.
    Committed {
        /// SHA-256 of the secret.
        commitment: Commitment,
    },
    /// A game began. Seats have been moved together: the players are seats 0 to n-1.
    Started {
        /// The game's number in its room, from 1.
        round: u32,
        /// What the shuffles' secret was committed to.
        commitment: Commitment,
        /// What each player added to the seed.
        nonces: Vec<Option<Nonce>>,
        /// The options of the game.
        options: AnyOptions,
        /// Who plays.
        players: Vec<Player>,
        /// How it opened.
        events: Vec<AnyEvent>,
    },
    /// A decision was made.
    Played {
        /// By which seat.
        seat: Seat,
        /// By whom really.
        by: By,
        /// What happened in the game.
        events: Vec<AnyEvent>,
    },
    /// A seat's owner is away (or back): while away, placements are made for them.
    Away {
        /// Whose.
        seat: Seat,
        /// Whether.
        away: bool,
    },
    /// In a game without a clock a player asks that it go on without waiting for a seat. Once most of
    /// the others who are here do, the seat is away.
    #[serde(rename = "urged")]
    VotedToSkip {
        /// For which seat nobody should wait.
        seat: Seat,
        /// Whose player asks.
        by: Seat,
    },
    /// A player asks for a pause, or agrees to it.
    PauseAsked {
        /// Whose player.
        seat: Seat,
    },
    /// A player does not agree to a pause, or takes back what they asked for.
    PauseDeclined {
        /// Whose player.
        seat: Seat,
    },
    /// The game stands still: no clock runs, and nothing is decided for anybody.
    Paused {
        /// Why.
        reason: PauseReason,
    },
    /// The game goes on.
    Resumed {
        /// Whose player has come back, or asks to go on; absent where all seats were given up.
        seat: Option<Seat>,
    },
    /// The program was updated in the middle of the game, which goes on by newer rules.
    Revised {
        /// The version of its rules.
        rules: u16,
    },
    /// The program was updated in the middle of the game, which can't go on by the newer rules: it is over without
    /// a result. What decided its shuffles can be known.
    Abandoned {
        /// The secret that the commitment was made from.
        secret: Secret,
    },
    /// The game ended, and what decided its shuffles can be known.
    Ended {
        /// The places.
        outcome: Outcome,
        /// The secret that the commitment was made from.
        secret: Secret,
    },
}

impl PublicEvent {
    /// Whether it has events of a game, which only that game can tell anybody.
    pub(crate) fn is_of_events(&self) -> bool {
        matches!(self, Self::Started { .. } | Self::Played { .. })
    }
}

/// Someone who plays.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Player {
    /// The name.
    pub name: ShownName,
    /// The colour.
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
}

/// Who made a decision for a seat.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// Its owner.
    Player,
    /// The clock: the time was up.
    Clock,
    /// The clock: the owner is away or the seat has none.
    Away,
}
