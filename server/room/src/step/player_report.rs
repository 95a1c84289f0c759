//! A player's report to the operator of the server.

use senda_rules::GameKind;

use crate::{
    person::PlayerId,
    protocol::{ChatText, Emote, ReportReason, ShownName},
    time::Time,
};

/// A player's report of another one to the operator of the server, with what both have seen of the
/// chat. It holds nothing of the game but its kind.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PlayerReport {
    /// The time of the report.
    pub at: Time,
    /// The game that the room plays.
    pub game: GameKind,
    /// The player who reports, with their name as it was shown then.
    pub reporter: (PlayerId, ShownName),
    /// The player who is reported, with their name as it was shown then.
    pub reported: (PlayerId, ShownName),
    /// The reason.
    pub reason: ReportReason,
    /// The reporter's own words.
    pub note: Option<ChatText>,
    /// The reported chat message and those before it, oldest first; empty for a report of a name.
    pub lines: Vec<ReportedLine>,
}

/// A chat message in a report.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReportedLine {
    /// The time of the message.
    pub at: Time,
    /// The author, if the room still knows them.
    pub author: Option<PlayerId>,
    /// The name of the author as it was shown then.
    pub name: ShownName,
    /// The text; `None` for an emote.
    pub text: Option<ChatText>,
    /// The emote; `None` for a text.
    pub emote: Option<Emote>,
}
