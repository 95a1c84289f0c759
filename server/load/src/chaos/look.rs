//! Checks the database of a run. Its content must be consistent, and must contain everything that
//! was sent. A file is checked while no server runs.

mod file;
mod server;

use std::{collections::HashMap, path::Path};

use anyhow::{Context, Result};

use self::{file::FileLook, server::ServerLook};
use crate::ledger::{Ledger, Rule};

/// The query for the commands that caused records.
const CAUSES: &str = "select room, version, cause_id from record where cause_id is not null";

/// The query for the last version of each room.
pub(super) const LAST: &str = "select room, max(version) from record group by room";

/// The queries for rows that are wrong: each returns the room and the version.
const WRONG: [(Rule, &str, &str); 6] = [
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
        "a finished game without an id",
        "select room, version from finished_game as game where
         not exists (select 1 from replay
                     where replay.room = game.room and replay.round = game.round)",
    ),
    (
        Rule::Kept,
        "a room that the table of rooms has not",
        "select room, version from record where version = 1
         and not exists (select 1 from room where room.id = record.room)",
    ),
];

/// A record with a cause: the room, the version, and the id of the command.
type Caused = (String, i64, String);

/// The content of a database.
#[derive(Debug, Default)]
struct Found {
    /// The records since the last check: the room, the version and the events of each.
    new: Vec<(String, i64, String)>,
    /// The rows that are wrong: the broken promise, the room and a description.
    wrong: Vec<(Rule, String, String)>,
    /// The last version of each room.
    last: HashMap<String, i64>,
}

impl Found {
    /// Adds rows that one of the queries has found.
    fn add(&mut self, rule: Rule, what: &str, rows: Vec<(String, i64)>) {
        let wrong = rows.into_iter();
        let wrong = wrong.map(|(room, at)| (rule, room, format!("{what}, at version {at}")));
        self.wrong.extend(wrong);
    }
}

/// Checks the database of a run.
#[derive(Debug)]
pub struct Look(Kind);

#[derive(Debug)]
enum Kind {
    File(FileLook),
    Server(ServerLook),
}

impl Look {
    /// Creates the check of the SQLite database in that data folder.
    pub fn at_file(data: &Path) -> Self {
        Self(Kind::File(FileLook::new(data)))
    }

    /// Creates the check of the PostgreSQL database at that URL. `is_one` says whether there is
    /// only one server.
    pub fn at_server(url: &str, is_one: bool) -> Self {
        Self(Kind::Server(ServerLook::new(url, is_one)))
    }

    /// Checks the database. Contradictions become violations, and so does a database that can't be
    /// read.
    ///
    /// # Errors
    /// Returns an error if the database can't be copied.
    pub async fn at(&mut self, ledger: &Ledger) -> Result<()> {
        // The database has at least the versions that had been sent before it is read.
        let told = ledger.rooms();
        let (person, found) = match &mut self.0 {
            Kind::File(look) => ("the file", look.read().await?),
            Kind::Server(look) => ("the database", look.read().await),
        };
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                let seen = format!("the database can't be read: {error}");
                ledger.violated(Rule::Kept, "", person, seen);
                return Ok(());
            }
        };
        for (rule, room, seen) in found.wrong {
            ledger.violated(rule, &room, person, seen);
        }
        for (room, version, events) in found.new {
            let events = serde_json::from_str::<Vec<serde_json::Value>>(&events);
            if !events.is_ok_and(|events| !events.is_empty()) {
                let seen = format!("a record that can't be read, at version {version}");
                ledger.violated(Rule::Kept, &room, person, seen);
            }
        }
        for standing in told {
            let told = i64::from(standing.version.max(standing.acked));
            let kept = found.last.get(&standing.room).copied().unwrap_or(0);
            if kept < told {
                let seen = format!("version {told} was told, and {kept} is the last one stored");
                ledger.violated(Rule::Kept, &standing.room, "the database", seen);
            }
        }
        Ok(())
    }

    /// Checks that every acknowledged command is in the database. Call it after all games have
    /// ended.
    ///
    /// # Errors
    /// Returns an error if the database can't be read.
    pub async fn settle(&self, ledger: &Ledger) -> Result<()> {
        let causes = match &self.0 {
            Kind::File(look) => look.causes().await,
            Kind::Server(look) => look.causes().await.map_err(Into::into),
        };
        let causes = causes.context("the database can't be read")?;
        let causes = causes.into_iter().filter_map(|(room, version, id)| {
            let version = u32::try_from(version).ok()?;
            Some(((room, version), id))
        });
        ledger.settle_by(&causes.collect());
        Ok(())
    }

    /// Writes the logs of the rooms with violations to a file, unless the database is a file
    /// itself.
    ///
    /// # Errors
    /// Returns an error if the database can't be read, or if the file can't be written.
    pub async fn keep(&self, ledger: &Ledger, file: &Path) -> Result<()> {
        match &self.0 {
            Kind::File(_) => Ok(()),
            Kind::Server(look) => look.keep(ledger, file).await,
        }
    }
}
