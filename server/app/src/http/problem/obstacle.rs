//! The reasons why an operator's request is invalid, or can't be carried out now.

use senda_store::limits::SERVER_BANS;
use serde_json::{Value, json};

use crate::{limits, net::moderation::BadSubject};

/// The reason why an operator's request is invalid, or can't be carried out now. The sentence is
/// for `senda admin`; the page has its own for each code.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Obstacle {
    /// The query can't be read; contains the position of the fault.
    #[error("{0}")]
    Query(String),
    /// A notice has both a text and a restart, or neither.
    #[error("a notice is either a text, with minutes, or a restart")]
    NoticeKind,
    /// The text of a notice is empty, too long or has several lines.
    #[error(
        "the text has 1 to {} characters in one line",
        limits::NOTICE_CHARACTERS
    )]
    NoticeText,
    /// A notice would be shown for too long, or not at all.
    #[error(
        "a notice lasts for at most {} days, and longer than nothing",
        notice_days()
    )]
    NoticeTime,
    /// A page of rooms would be empty or too long.
    #[error("the limit is a number from 1 to {}", limits::ADMIN_ROOMS)]
    RoomsLimit,
    /// A page of rooms begins nowhere.
    #[error("there is no such position")]
    RoomsPosition,
    /// Another server has the room; contains its address.
    #[error("the room is on the server at {0}: give the command there")]
    Elsewhere(String),
    /// Another server uses the room just now.
    #[error("the room is in use by another server: it is closed now, so try again")]
    InUse,
    /// The backups are those of a database in the data folder.
    #[error(
        "this copies the database of the data folder alone: copy a PostgreSQL database with pg_dump"
    )]
    NotInFolder,
    /// The backup failed; contains the error.
    #[error("there is no backup: {0}")]
    BackupFailed(String),
    /// The text to search for is too short or too long.
    #[error(
        "the text to search for has {} to {} characters",
        limits::SEARCH_LEAST,
        limits::SEARCH_MOST
    )]
    Search,
    /// The reason of a ban is too long.
    #[error("the reason has at most {} characters", limits::BAN_REASON_CHARACTERS)]
    BanReason,
    /// A ban would last for too long, or not at all.
    #[error(
        "a ban lasts for 1 to {} days, or has no end without a number",
        limits::BAN_DAYS
    )]
    BanDays,
    /// There are as many bans as there may be.
    #[error("there are {SERVER_BANS} bans already: lift some, or ban larger networks")]
    BanCount,
    /// A ban is of no person and no network.
    #[error(transparent)]
    Subject(#[from] BadSubject),
    /// There is no such ban; contains whom it would be of.
    #[error("{0} is not banned")]
    NotBanned(String),
}

/// Returns the most days that a notice is shown.
fn notice_days() -> u64 {
    limits::NOTICE_TIME.as_secs() / limits::DAY.as_secs()
}

impl Obstacle {
    /// Returns the stable code, and the values that a sentence about it contains.
    pub fn code(&self) -> (&'static str, Value) {
        match self {
            Self::Query(why) => ("query", json!({ "why": why })),
            Self::NoticeKind => ("notice_kind", json!({})),
            Self::NoticeText => ("notice_text", json!({ "most": limits::NOTICE_CHARACTERS })),
            Self::NoticeTime => ("notice_time", json!({ "most": notice_days() })),
            Self::RoomsLimit => ("rooms_limit", json!({ "most": limits::ADMIN_ROOMS })),
            Self::RoomsPosition => ("rooms_position", json!({})),
            Self::Elsewhere(address) => ("elsewhere", json!({ "address": address })),
            Self::InUse => ("in_use", json!({})),
            Self::NotInFolder => ("not_in_folder", json!({})),
            Self::BackupFailed(why) => ("backup_failed", json!({ "why": why })),
            Self::Search => {
                let (least, most) = (limits::SEARCH_LEAST, limits::SEARCH_MOST);
                ("search", json!({ "least": least, "most": most }))
            }
            Self::BanReason => (
                "ban_reason",
                json!({ "most": limits::BAN_REASON_CHARACTERS }),
            ),
            Self::BanDays => ("ban_days", json!({ "most": limits::BAN_DAYS })),
            Self::BanCount => ("ban_count", json!({ "most": SERVER_BANS })),
            Self::Subject(BadSubject::Neither) => ("ban_subject", json!({})),
            Self::Subject(BadSubject::TooLarge) => {
                let (v4, v6) = BadSubject::LEAST;
                ("ban_network", json!({ "v4": v4, "v6": v6 }))
            }
            Self::NotBanned(name) => ("not_banned", json!({ "name": name })),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// Returns an obstacle of each kind. The compiler demands an arm for each new one.
    fn every() -> Vec<Obstacle> {
        use Obstacle as O;
        let mut all = vec![O::Query(String::new())];
        loop {
            all.push(match all.last().expect("the first one") {
                O::Query(_) => O::NoticeKind,
                O::NoticeKind => O::NoticeText,
                O::NoticeText => O::NoticeTime,
                O::NoticeTime => O::RoomsLimit,
                O::RoomsLimit => O::RoomsPosition,
                O::RoomsPosition => O::Elsewhere(String::new()),
                O::Elsewhere(_) => O::InUse,
                O::InUse => O::NotInFolder,
                O::NotInFolder => O::BackupFailed(String::new()),
                O::BackupFailed(_) => O::Search,
                O::Search => O::BanReason,
                O::BanReason => O::BanDays,
                O::BanDays => O::BanCount,
                O::BanCount => O::Subject(BadSubject::Neither),
                O::Subject(BadSubject::Neither) => O::Subject(BadSubject::TooLarge),
                O::Subject(BadSubject::TooLarge) => O::NotBanned(String::new()),
                O::NotBanned(_) => return all,
            });
        }
    }

    #[test]
    fn the_page_has_a_sentence_for_each_obstacle_in_every_language() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/client/admin/text");
        for language in ["en", "pt", "fr", "it"] {
            let text = fs::read_to_string(folder.join(format!("{language}.json"))).unwrap();
            let text: Value = serde_json::from_str(&text).unwrap();
            for obstacle in every() {
                let (code, values) = obstacle.code();
                let sentence = text[format!("admin.not_possible.{code}")].as_str();
                let sentence = sentence.unwrap_or_else(|| panic!("{language}: {code}"));
                let values = values.as_object().unwrap();
                let mut used = values
                    .keys()
                    .filter(|key| sentence.contains(&format!("{{{key}}}")));
                let holes = sentence.matches('{').count();
                assert_eq!(used.by_ref().count(), holes, "{language}: {sentence}");
                assert_eq!(values.len(), holes, "{language}: {sentence}");
            }
        }
    }
}
