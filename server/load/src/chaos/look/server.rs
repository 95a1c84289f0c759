//! Checks the PostgreSQL database of a run.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::Path,
};

use anyhow::{Context, Result};
use sqlx::{Connection, PgConnection};

use super::{CAUSES, causes, hold};
use crate::ledger::{Causes, Ledger, Rule};

/// Checks the records since the last check, and all tables other than the log.
#[derive(Debug)]
pub(super) struct ServerLook {
    url: String,
    /// Whether there is only one server, so that the server that creates a room owns it at once.
    is_one: bool,
    /// The last version of each room that has been checked.
    seen: HashMap<String, i64>,
}

/// The query for the records since the last check.
const NEW: &str = "
    select record.room, record.version, record.events from record
    left join unnest($1::text[], $2::bigint[]) as seen (room, version) on seen.room = record.room
    where record.version > coalesce(seen.version, 0)";

/// The query for the whole logs of some rooms, one record a line.
const WHOLE: &str = "
    select row_to_json(record)::text from record where room = any($1) order by room, version";

/// The queries for rows that are wrong: each returns the room and the version.
const WRONG: [(Rule, &str, &str); 5] = [
    (
        Rule::Once,
        "a command that two records name as their cause",
        "select room, max(version) from record where cause_id is not null
         group by room, cause_player, cause_id having count(*) > 1",
    ),
    (
        Rule::Gapless,
        "a log with a gap",
        "select room, max(version) from record
         group by room having min(version) <> 1 or max(version) <> count(*)",
    ),
    (
        Rule::Kept,
        "the end of a game that the table of finished games has not",
        "select room, version from record where events like '%\"type\":\"ended\"%'
         and not exists (select 1 from finished_game as game
                         where game.room = record.room and game.version = record.version)",
    ),
    (
        Rule::Kept,
        "a finished game without its record, or without places",
        "select room, version from finished_game as game where
         not exists (select 1 from record
                     where record.room = game.room and record.version = game.version)
         or not exists (select 1 from finished_place as place
                        where place.room = game.room and place.round = game.round)",
    ),
    (
        Rule::Kept,
        "a room that the table of rooms has not",
        "select room, version from record where version = 1
         and not exists (select 1 from room where room.id = record.room)",
    ),
];

/// The query for rooms that no server ever owned. It applies to a single server only: with several
/// servers, no server owns a room before a client connects to it.
const NOBODYS: (Rule, &str, &str) = (
    Rule::Kept,
    "a room that nobody ever held",
    "select room, version from record where version = 1
     and not exists (select 1 from placement where placement.room = record.room)",
);

impl ServerLook {
    /// Creates the check of the database at that URL.
    pub fn new(url: &str) -> Self {
        Self {
            url: url.to_owned(),
            is_one: true,
            seen: HashMap::new(),
        }
    }

    /// Creates the check of a database that several servers share.
    pub fn at_shared(url: &str) -> Self {
        Self {
            is_one: false,
            ..Self::new(url)
        }
    }

    /// Checks the database. Contradictions become violations, and so does a database that can't be
    /// read.
    pub async fn at(&mut self, ledger: &Ledger) {
        if let Err(error) = self.read(ledger).await {
            let seen = format!("the database can't be read: {error}");
            ledger.violated(Rule::Kept, "", "the database", seen);
        }
    }

    /// Returns the command that caused each record.
    ///
    /// # Errors
    /// Returns an error if the database can't be read.
    pub async fn causes(&self) -> sqlx::Result<Causes> {
        let mut database = PgConnection::connect(&self.url).await?;
        let found = sqlx::query_as(CAUSES).fetch_all(&mut database).await?;
        database.close().await?;
        Ok(causes(found))
    }

    /// Writes the logs of the rooms with violations to a file, if there are any.
    ///
    /// # Errors
    /// Returns an error if the database can't be read, or if the file can't be written.
    pub async fn keep(&self, ledger: &Ledger, file: &Path) -> Result<()> {
        let violations = ledger.violations().into_iter();
        let rooms: BTreeSet<String> = violations.map(|violation| violation.room).collect();
        if rooms.is_empty() {
            return Ok(());
        }
        let mut database = PgConnection::connect(&self.url).await?;
        let rooms: Vec<String> = rooms.into_iter().collect();
        let lines = sqlx::query_scalar(WHOLE).bind(rooms);
        let lines: Vec<String> = lines.fetch_all(&mut database).await?;
        database.close().await?;
        fs::write(file, lines.join("\n")).context("can't write what the log has")
    }

    async fn read(&mut self, ledger: &Ledger) -> sqlx::Result<()> {
        let told = ledger.rooms();
        let mut database = PgConnection::connect(&self.url).await?;
        let wrong = |rule, room: &str, what: &str, version: i64| {
            let seen = format!("{what}, at version {version}");
            ledger.violated(rule, room, "the database", seen);
        };
        let (rooms, versions): (Vec<String>, Vec<i64>) = self.seen.drain().unzip();
        let new: Vec<(String, i64, String)> = sqlx::query_as(NEW)
            .bind(rooms)
            .bind(versions)
            .fetch_all(&mut database)
            .await?;
        for (room, version, events) in &new {
            let events = serde_json::from_str::<Vec<serde_json::Value>>(events);
            if !events.is_ok_and(|events| !events.is_empty()) {
                wrong(Rule::Kept, room, "a record that can't be read", *version);
            }
        }
        let wrong_here = WRONG.iter().chain(self.is_one.then_some(&NOBODYS));
        for &(rule, what, statement) in wrong_here {
            let found: Vec<(String, i64)> =
                sqlx::query_as(statement).fetch_all(&mut database).await?;
            for (room, version) in &found {
                wrong(rule, room, what, *version);
            }
        }
        let last = sqlx::query_as("select room, max(version) from record group by room");
        let last: Vec<(String, i64)> = last.fetch_all(&mut database).await?;
        self.seen = last.into_iter().collect();
        hold(&self.seen, told, ledger);
        database.close().await
    }
}
