//! What happened in a room, nothing hidden.

use senda_rules::{
    AnyAction, AnyEvent, AnyOptions, Commitment, Nonce, Seat, Seats, Secret, tag_first,
};
use serde::{Deserialize, Serialize};

use crate::{
    person::{Person, PlayerId},
    protocol::{
        Abandoned, Away, By, Colour, Coloured, Ended, Hinted, Hushed, Locked, Name, PauseAsked,
        PauseDeclined, Paused, Resumed, Revised, Settings, TakeBackAgreed, TakeBackAsked,
        TakeBackDeclined, TookBack, Vacation, VotedToSkip, WouldGoOn,
    },
};

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// What happened, nothing hidden. Most is told to viewers as a [`PublicEvent`](crate::protocol::PublicEvent) of
    /// the same name; what has nothing to hide is the same value there.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[allow(missing_docs)] // each says what it is itself
    pub enum LogEvent {
        /// Always the first of the first record.
        Created(Created),
        Numbered(Numbered),
        Sat(Sat),
        Stood(Stood),
        Named(Named),
        Coloured(Coloured),
        Readied(Readied),
        #[serde(rename = "set")]
        SettingsChanged(SettingsChanged),
        #[serde(rename = "host")]
        HostChanged(HostChanged),
        Locked(Locked),
        Hushed(Hushed),
        #[serde(rename = "barred")]
        Banned(Banned),
        Readmitted(Readmitted),
        Committed(Committed),
        Started(Started),
        Played(Played),
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
        Ended(Ended),
        Abandoned(Abandoned),
    }
}

/// The room was opened.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Created {
    pub epoch: u32,
    /// Of rooms from before each game had a version of its own; nothing depends on it.
    pub rules: u16,
    pub settings: Settings,
    pub host: Person,
}

/// A name that comes next looks like another's in the room, and is shown with that number.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Numbered {
    pub player: PlayerId,
    pub name: Name,
    pub number: u32,
}

/// Someone took a seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Sat {
    pub seat: Seat,
    pub person: Person,
    pub colour: Colour,
}

/// Someone stood up from a seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Stood {
    pub seat: Seat,
    /// Whether the host removed them.
    pub removed: bool,
}

/// A seat's owner or the host has a new name.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Named {
    pub player: PlayerId,
    pub name: Name,
}

/// Someone is ready for the next game, or no longer.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Readied {
    pub seat: Seat,
    pub ready: bool,
    /// What the player adds to the shuffle's seed. Nobody is told before the game starts.
    pub nonce: Option<Nonce>,
}

/// The host changed the settings.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsChanged {
    /// All of them.
    pub settings: Settings,
    /// The seats that are not ready any more. Logs from before this was said have none; then nobody is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unready: Option<Seats>,
}

/// Someone else is host.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct HostChanged {
    pub person: Person,
    /// Whether because the one before was gone.
    pub gone: bool,
    /// Whether because the room's creator is back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub back: bool,
}

/// The host removed someone from the room.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Banned {
    /// Counts the bans of the room, from 1; never given to another.
    #[serde(rename = "barred")]
    pub number: u32,
    pub person: Person,
}

/// The host lets someone come back.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Readmitted {
    /// The number of the ban.
    #[serde(rename = "barred")]
    pub number: u32,
}

/// The server has drawn the secret of the next game. Viewers are told the commitment alone.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Committed {
    pub commitment: Commitment,
    pub secret: Secret,
}

/// A game began. Seats have been moved together: the players are seats 0 to n-1.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Started {
    /// The game's number in its room, from 1.
    pub round: u32,
    pub commitment: Commitment,
    /// Seat by seat, as `players`.
    pub nonces: Vec<Option<Nonce>>,
    pub options: AnyOptions,
    /// Who plays first, where that is not left to chance.
    pub first: Option<Seat>,
    pub players: Vec<(Person, Colour)>,
    /// The seated people who were disconnected and not ready, with their colours. They get seats
    /// again when the game ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<(Person, Colour)>,
    /// The deal, whole: viewers are told what each may know.
    pub events: Vec<AnyEvent>,
    /// Those of the game so far, its opening included.
    pub shuffles: u32,
}

/// A decision was made.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Played {
    pub seat: Seat,
    pub by: By,
    pub action: AnyAction,
    /// Whole: viewers are told what each may know.
    pub events: Vec<AnyEvent>,
    /// Those of the game so far.
    pub shuffles: u32,
    /// Milliseconds that are left in the seat's bank after the turn, with a clock that has one.
    pub bank_ms: Option<u64>,
}

impl LogEvent {
    /// Whether it may change what is told of who is here, and what each is told of themselves.
    pub(crate) fn changes_presence(&self) -> bool {
        matches!(
            self,
            Self::Sat(_)
                | Self::Stood(_)
                | Self::Named(_)
                | Self::HostChanged(_)
                | Self::Banned(_)
                | Self::Started(_)
                | Self::Abandoned(_)
                | Self::Ended(_)
        )
    }

    /// Whether it may change who is host, has a seat, was removed or has finished a game here: all whose names the log
    /// tells.
    pub(crate) fn changes_people(&self) -> bool {
        !matches!(
            self,
            Self::Coloured(_)
                | Self::Readied(_)
                | Self::Locked(_)
                | Self::Hushed(_)
                | Self::Committed(_)
                | Self::Played(_)
                | Self::TookBack(_)
                | Self::TakeBackAsked(_)
                | Self::TakeBackAgreed(_)
                | Self::TakeBackDeclined(_)
                | Self::Hinted(_)
                | Self::Away(_)
                | Self::VotedToSkip(_)
                | Self::Vacation(_)
                | Self::WouldGoOn(_)
                | Self::PauseAsked(_)
                | Self::PauseDeclined(_)
                | Self::Paused(_)
                | Self::Resumed(_)
                | Self::Revised(_)
        )
    }

    /// Whether it is told as long as its game can be looked at. What is not is told for a while
    /// ([`crate::limits::LOBBY_HISTORY`]).
    pub(crate) fn is_of_game(&self) -> bool {
        matches!(
            self,
            Self::Started(_)
                | Self::Played(_)
                | Self::TookBack(_)
                | Self::Hinted(_)
                | Self::Away(_)
                | Self::VotedToSkip(_)
                | Self::Vacation(_)
                | Self::Revised(_)
                | Self::Ended(_)
        )
    }

    /// The names that the log knows by it, each with whose it is.
    pub(crate) fn names(&self) -> Vec<(PlayerId, &Name)> {
        fn name_of(person: &Person) -> (PlayerId, &Name) {
            (person.player, &person.name)
        }
        match self {
            Self::Created(Created { host: person, .. })
            | Self::Sat(Sat { person, .. })
            | Self::HostChanged(HostChanged { person, .. })
            | Self::Banned(Banned { person, .. }) => vec![name_of(person)],
            Self::Named(Named { player, name }) => vec![(*player, name)],
            Self::Started(started) => {
                let people = started.players.iter().chain(&started.left_out);
                people.map(|(person, _)| name_of(person)).collect()
            }
            _ => Vec::new(),
        }
    }
}
