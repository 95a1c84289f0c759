//! The events of a room as the log stores them, with nothing hidden.

use senda_rules::{
    AnyAction, AnyEvent, AnyOptions, AnyView, Commitment, Nonce, Seat, Seats, Secret, tag_first,
};
use serde::{Deserialize, Serialize};

use super::Setup;
use crate::{
    person::{Person, PlayerId},
    protocol::{
        Abandoned, Away, By, Colour, Coloured, Ended, Hushed, Locked, Name, OfPlayer, PauseAsked,
        Paused, Rated, Resumed, Revised, Settings, Start, TookBack, Vacation, VotedToEnd,
        VotedToSkip,
    },
};

tag_first! {
    #[serde(tag = "type", rename_all = "snake_case")]
    /// An event of a room, with nothing hidden. Most events are sent to viewers as the
    /// [`PublicEvent`](crate::protocol::PublicEvent) of the same name. An event that hides nothing
    /// has the same value there.
    #[derive(Clone, Debug, Eq, PartialEq)]
    #[expect(missing_docs, reason = "for variants that contain a type with a description of its own")]
    pub enum LogEvent {
        /// The room was opened. It is always the first event of the first record.
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
        Admitted(Admitted),
        Committed(SecretCommitment),
        Started(Started),
        Played(Played),
        TookBack(TookBack),
        /// A player asks the other players to let them take back their last decision together with
        /// all decisions after it.
        TakeBackAsked(OfPlayer),
        /// Another player agrees to the pending take-back request.
        TakeBackAgreed(OfPlayer),
        /// Another player declines the pending take-back request, or the player who made it
        /// withdraws it.
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
        Ended(Ended),
        Abandoned(Abandoned),
    }
}

/// The room was opened.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Created {
    pub epoch: u32,
    /// The version of the rules in rooms from before each game had a version of its own. It has no
    /// effect.
    pub rules: u16,
    pub settings: Settings,
    pub host: Person,
    /// The beginning of the room's games, if the settings start them from a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Box<Setup>>,
}

/// The name that follows resembles that of another person in the room, and is shown with this
/// number.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Numbered {
    pub player: PlayerId,
    pub name: Name,
    pub number: u32,
    /// The person whose device the named person plays on, if that is a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest_of: Option<PlayerId>,
}

/// A person took a seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Sat {
    pub seat: Seat,
    pub person: Person,
    pub colour: Colour,
}

/// A person left a seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Stood {
    pub seat: Seat,
    /// Whether the host removed the person.
    pub removed: bool,
}

/// The owner of a seat or the host changed their name.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Named {
    pub player: PlayerId,
    pub name: Name,
    /// The person whose device the named person plays on, if that is a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest_of: Option<PlayerId>,
}

/// The owner of a seat is ready for the next game, or not ready any more.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Readied {
    pub seat: Seat,
    pub ready: bool,
    /// The player's contribution to the seed of the shuffles. It is not published before the game
    /// starts.
    pub nonce: Option<Nonce>,
}

/// The host changed the settings.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsChanged {
    /// All settings, with their new values.
    pub settings: Settings,
    /// The seats that are not ready any more. Older logs lack it; then no seat is ready any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unready: Option<Seats>,
}

/// Another person is the host now.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct HostChanged {
    pub person: Person,
    /// Whether the role passed on because the previous host was gone.
    pub gone: bool,
    /// Whether the new host is the creator of the room, who is back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub back: bool,
}

/// The host removed a person from the room and banned them.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Banned {
    /// The number of the ban in the room, counted from 1 and never used again.
    #[serde(rename = "barred")]
    pub number: u32,
    pub person: Person,
}

/// The host lifted the ban of a person.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Readmitted {
    /// The number of the ban.
    #[serde(rename = "barred")]
    pub number: u32,
}

/// The host admitted a person to the locked room. The name is not recorded, because the person may
/// only want to watch.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Admitted {
    pub player: PlayerId,
}

/// The server drew the secret of the next game. Viewers receive only the commitment.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct SecretCommitment {
    pub commitment: Commitment,
    pub secret: Secret,
}

/// A game began. The players have moved together onto the seats 0 to n-1.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Started {
    /// The number of the game in its room, counted from 1.
    pub round: u32,
    pub commitment: Commitment,
    /// The contributions of the players to the seed, in the order of `players`.
    pub nonces: Vec<Option<Nonce>>,
    pub options: AnyOptions,
    /// The seat that moves first, or `None` if chance decides.
    pub first: Option<Seat>,
    pub players: Vec<(Person, Colour)>,
    /// The owners of seats who were disconnected and not ready, with their colours. They get seats
    /// again when the game ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<(Person, Colour)>,
    /// The start of the game, if it was from a finished game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The position that the game began with instead of a deal, as the one who set it up knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Box<AnyView>>,
    /// Whether the game counts for the ratings of its players. It is absent if the room has no
    /// rated games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<Rated>,
    /// The events of the deal, unredacted. Each viewer receives only what they may know.
    pub events: Vec<AnyEvent>,
    /// The number of shuffles in the game so far, including those of its deal.
    pub shuffles: u32,
}

/// A decision was made for a seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub struct Played {
    pub seat: Seat,
    pub by: By,
    pub action: AnyAction,
    /// The events of the decision, unredacted. Each viewer receives only what they may know.
    pub events: Vec<AnyEvent>,
    /// The number of shuffles in the game so far.
    pub shuffles: u32,
    /// The milliseconds left in the seat's bank after the turn, if the clock has banks.
    pub bank_ms: Option<u64>,
}

impl LogEvent {
    /// Returns whether the event may change the presence, or the identity that a connected person
    /// receives.
    pub(crate) fn changes_presence(&self) -> bool {
        if let Self::SettingsChanged(changed) = self {
            // The presence contains whether the next game counts.
            return changed.settings.rated;
        }
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

    /// Returns whether the event may change the people whose names the log contains: the host, the
    /// owners of seats, banned people and people who have finished a game here.
    pub(crate) fn changes_people(&self) -> bool {
        !matches!(
            self,
            Self::Coloured(_)
                | Self::Readied(_)
                | Self::Locked(_)
                | Self::Hushed(_)
                | Self::Admitted(_)
                | Self::Committed(_)
                | Self::Played(_)
                | Self::TookBack(_)
                | Self::TakeBackAsked(_)
                | Self::TakeBackAgreed(_)
                | Self::TakeBackDeclined(_)
                | Self::Hinted(_)
                | Self::Away(_)
                | Self::VotedToSkip(_)
                | Self::VotedToEnd(_)
                | Self::Vacation(_)
                | Self::WouldGoOn(_)
                | Self::PauseAsked(_)
                | Self::PauseDeclined(_)
                | Self::Paused(_)
                | Self::Resumed(_)
                | Self::Revised(_)
        )
    }

    /// Returns whether the event stays in the history as long as its game is visible. Other events
    /// stay in it only for a limited number of records ([`crate::limits::LOBBY_HISTORY`]).
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
                | Self::Abandoned(Abandoned { agreed: true, .. })
        )
    }

    /// Returns the people in the event, with the names that they have after it.
    pub(crate) fn named_people(&self) -> Vec<Person> {
        if let Self::Named(named) = self {
            let person = Person::human(named.player, named.name.clone());
            let guest_of = named.guest_of;
            return vec![Person { guest_of, ..person }];
        }
        self.people().into_iter().cloned().collect()
    }

    /// Returns the people whom the event contains with their names.
    pub(super) fn people(&self) -> Vec<&Person> {
        match self {
            Self::Created(Created { host: person, .. })
            | Self::Sat(Sat { person, .. })
            | Self::HostChanged(HostChanged { person, .. })
            | Self::Banned(Banned { person, .. }) => vec![person],
            Self::Started(started) => {
                let people = started.players.iter().chain(&started.left_out);
                people.map(|(person, _)| person).collect()
            }
            _ => Vec::new(),
        }
    }
}
