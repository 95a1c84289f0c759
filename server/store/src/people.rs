//! Players: their names, devices, codes, passkeys, push subscriptions and personal data; and the
//! decisions of the server's operator about them.

mod devices;
mod figures;
mod forgetting;
mod hashes;
mod operator;
mod passkeys;
mod personal_data;
mod players;
mod public_page;
mod push;
mod puzzles;
mod rated_person;
mod ratings;
mod reports;
mod search;

use senda_room::{Person, PlayerId, Time, protocol::Name};

pub(crate) use self::rated_person::RatedPerson;
pub use self::{
    devices::{Device, ID_DIGITS},
    figures::{Figures, Opponent},
    hashes::{ChallengeHash, CodeHash, TokenHash},
    operator::{OperatorNotice, OperatorState, OperatorWrite, ServerBan},
    passkeys::{Passkey, PasskeyUse, PasskeyWrite},
    personal_data::{ChannelSummary, PersonalData},
    players::PlayerWrite,
    public_page::{NotAPage, OwnPage, PageChoice, PageId, PublicPage},
    push::{PushDevice, PushWrite},
    puzzles::{PuzzleEvent, PuzzlePlayer, PuzzleTry, PuzzleWrite},
    ratings::{ListedRating, OwnRating, RatedKind, RatingCursor, RatingPage},
    reports::{StoredReport, StoredReportLine},
    search::FoundPerson,
};
use crate::{ReadError, Store};

/// A player who has been here.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Visitor {
    /// The player, with the name that they chose last.
    pub person: Person,
    /// The time of the last visit, to the day; `None` for a player whose last visit is older than
    /// this column.
    pub seen: Option<Time>,
    /// The language that the player has chosen.
    pub language: Option<String>,
}

/// A row of the table of players: the id, the name that the player chose last, the time of the last
/// visit, and the language.
type PlayerRow = (String, String, Option<i64>, Option<String>);

impl TryFrom<PlayerRow> for Visitor {
    type Error = ReadError;

    fn try_from((id, name, seen_at, language): PlayerRow) -> Result<Self, ReadError> {
        let corrupt = |reason| ReadError::Corrupt {
            what: "player",
            which: 0,
            reason,
        };
        let name = Name::stored(&name).map_err(|error| corrupt(error.to_string()))?;
        let seen = seen_at.map(u64::try_from).transpose();
        let seen = seen.map_err(|error| corrupt(error.to_string()))?;
        let player = id.parse().map(PlayerId);
        Ok(Self {
            person: Person {
                player: player.map_err(|error: uuid::Error| corrupt(error.to_string()))?,
                name,
                bot: None,
                guest_of: None,
            },
            seen: seen.map(Time),
            language,
        })
    }
}

impl Store {
    /// Returns the player whose session token has that hash.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn person(&self, token: &TokenHash) -> Result<Option<Person>, ReadError> {
        let visitor = self.visitor(token).await?;
        Ok(visitor.map(|visitor| visitor.person))
    }

    /// Returns the player whose session token has that hash, with the time of the last visit.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn visitor(&self, token: &TokenHash) -> Result<Option<Visitor>, ReadError> {
        let known = "select id, name, seen_at, language from player where token_hash = $1
            union all select player.id, player.name, device.seen_at, player.language from device
            join player on player.id = device.player where device.token_hash = $1";
        let row: Option<PlayerRow> = self.database.first(known, token).await?;
        row.map(Visitor::try_from).transpose()
    }

    /// Returns whether the player has entered that code for opening rooms.
    ///
    /// # Errors
    /// Returns [`ReadError`] if the database can't be read.
    pub async fn may_create(&self, player: PlayerId, code: &CodeHash) -> Result<bool, ReadError> {
        let entered = "select 1 from player where id = $1 and creator = $2";
        self.database.any(entered, (player, code)).await
    }
}
