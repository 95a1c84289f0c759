//! The log of a room: what is stored, whole.

use senda_rules::{AnyAction, AnyEvent, Commitment, Nonce, Outcome, Seat, Seats, Secret};
use serde::{Deserialize, Serialize};

use crate::{
    Person, PlayerId, Time,
    protocol::{By, Colour, CommandId, Name, PauseReason, Settings},
};

/// What [`LogEvent::Created`] says of the rules.
pub(crate) const RULES_OF_ALL: u16 = 1;

/// In which words records are written: one more with each release that writes a word which the
/// release before can't read. A record of a higher format is a later program's.
pub const FORMAT: u32 = 1;

/// One entry of the log: what one step changed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// 1 for the first; without gaps.
    pub version: u32,
    /// When.
    pub at: Time,
    /// The command that caused it, if one did; a resent one is recognised by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What happened, in order.
    pub happened: Vec<LogEvent>,
}

/// The command behind a record.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Cause {
    /// Whose.
    pub player: PlayerId,
    /// Its id.
    pub id: CommandId,
}

/// What happened, nothing hidden. Each is told to viewers as a [`crate::protocol::PublicEvent`].
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs)] // as the happenings of the protocol
pub enum LogEvent {
    /// Always the first of the first record. `rules` is of rooms from before each game had a version of its own;
    /// nothing depends on it.
    Created {
        epoch: u32,
        rules: u16,
        settings: Settings,
        host: Person,
    },
    /// A name that comes next looks like another's in the room, and is shown with that number.
    Numbered {
        player: PlayerId,
        name: Name,
        number: u32,
    },
    Sat {
        seat: Seat,
        person: Person,
        colour: Colour,
    },
    Stood {
        seat: Seat,
        removed: bool,
    },
    /// A seat's owner or the host has a new name.
    Named {
        player: PlayerId,
        name: Name,
    },
    Coloured {
        seat: Seat,
        colour: Colour,
    },
    Readied {
        seat: Seat,
        ready: bool,
        nonce: Option<Nonce>,
    },
    /// Who sits at the seats `unready` is not ready any more; nobody is, if it is not said (as it was not in
    /// the logs of before).
    Set {
        settings: Settings,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unready: Option<Seats>,
    },
    Host {
        person: Person,
        gone: bool,
        /// Whether because the room's creator is back.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        back: bool,
    },
    Locked {
        locked: bool,
    },
    Barred {
        barred: u32,
        person: Person,
    },
    Readmitted {
        barred: u32,
    },
    /// The secret of the next game.
    Committed {
        commitment: Commitment,
        secret: Secret,
    },
    /// Seats have been moved together; `shuffles` counts those of the game so far, its opening included.
    Started {
        round: u32,
        commitment: Commitment,
        nonces: Vec<Option<Nonce>>,
        options: senda_rules::AnyOptions,
        first: Option<Seat>,
        players: Vec<(Person, Colour)>,
        events: Vec<AnyEvent>,
        shuffles: u32,
    },
    /// `bank_ms` is what is left in the seat's bank after the turn.
    Played {
        seat: Seat,
        by: By,
        action: AnyAction,
        events: Vec<AnyEvent>,
        shuffles: u32,
        bank_ms: Option<u64>,
    },
    Away {
        seat: Seat,
        away: bool,
    },
    /// The player of seat `by` asks that the game go on without waiting for `seat`.
    #[serde(rename = "urged")]
    VotedToSkip {
        seat: Seat,
        by: Seat,
    },
    /// The player of a seat asks for a pause, or agrees to it.
    PauseAsked {
        seat: Seat,
    },
    /// The player of a seat does not agree to a pause, or takes back what they asked for.
    PauseDeclined {
        seat: Seat,
    },
    /// The game stands still.
    Paused {
        reason: PauseReason,
    },
    /// The game goes on, because the player of that seat has come back or asks for it.
    Resumed {
        seat: Option<Seat>,
    },
    /// The game that runs was begun by other rules, and goes on by this version of them.
    Revised {
        rules: u16,
    },
    Ended {
        outcome: Outcome,
        secret: Secret,
    },
    /// The game that runs was begun by other rules and can't go on by those that this program knows.
    Abandoned {
        secret: Secret,
    },
}
