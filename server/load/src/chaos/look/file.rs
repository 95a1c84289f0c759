//! Checks the SQLite database of a run.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use sqlx::{
    ConnectOptions, Connection, Row, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteRow},
};

use super::{CAUSES, causes, hold};
use crate::ledger::{Causes, Ledger, Rule};

/// Checks copies of the database, so that the server finds its files as the kill left them.
#[derive(Debug)]
pub(super) struct FileLook {
    data: PathBuf,
    copy: PathBuf,
    /// The id of the last row of the log that has been checked.
    seen: i64,
}

/// The queries for rows that are wrong: each returns the room and the version. `$1` is the last row
/// that has been checked.
const WRONG: [(Rule, &str, &str); 6] = [
    (
        Rule::Kept,
        "a record that can't be read",
        "select room, version from record
         where rowid > $1 and (json_valid(events) = 0 or json_array_length(events) = 0)",
    ),
    (
        Rule::Once,
        "a command that two records name as their cause",
        "select room, max(version) as version from record where cause_id is not null
         group by room, cause_player, cause_id having count(*) > 1 and max(rowid) > $1",
    ),
    (
        Rule::Gapless,
        "a log with a gap",
        "select room, max(version) as version from record
         group by room having min(version) <> 1 or max(version) <> count(*) or $1 < 0",
    ),
    (
        Rule::Kept,
        "the end of a game that the table of finished games has not",
        "select room, version from record where rowid > $1 and events like '%\"type\":\"ended\"%'
         and not exists (select 1 from finished_game as game
                         where game.room = record.room and game.version = record.version)",
    ),
    (
        Rule::Kept,
        "a finished game without its record, or without places",
        "select room, version from finished_game as game where $1 >= 0 and (
         not exists (select 1 from record
                     where record.room = game.room and record.version = game.version)
         or not exists (select 1 from finished_place as place
                        where place.room = game.room and place.round = game.round))",
    ),
    (
        Rule::Kept,
        "a room that the table of rooms has not",
        "select room, version from record where version = 1 and $1 >= 0
         and not exists (select 1 from room where room.id = record.room)",
    ),
];

impl FileLook {
    /// Creates the check of the database in that folder.
    pub fn new(data: &Path) -> Self {
        Self {
            data: data.to_owned(),
            copy: data.with_extension("copy"),
            seen: 0,
        }
    }

    /// Checks the database. Contradictions become violations, and so does a database that can't be
    /// read.
    ///
    /// # Errors
    /// Returns an error if the database can't be copied.
    pub async fn at(&mut self, ledger: &Ledger) -> Result<()> {
        self.copy()?;
        if let Err(error) = self.read(ledger).await {
            let seen = format!("the database can't be read: {error}");
            ledger.violated(Rule::Kept, "", "the file", seen);
        }
        self.forget_copy()
    }

    /// Returns the command that caused each record.
    ///
    /// # Errors
    /// Returns an error if the database can't be copied or read.
    pub async fn causes(&self) -> Result<Causes> {
        self.copy()?;
        let mut database = self.open().await?;
        let found = sqlx::query_as(CAUSES).fetch_all(&mut database).await?;
        database.close().await?;
        self.forget_copy()?;
        Ok(causes(found))
    }

    fn copy(&self) -> Result<()> {
        fs::create_dir_all(&self.copy)?;
        for name in ["senda.sqlite", "senda.sqlite-wal"] {
            let (from, to) = (self.data.join(name), self.copy.join(name));
            if from.exists() {
                fs::copy(from, to).with_context(|| format!("can't copy {name}"))?;
            }
        }
        Ok(())
    }

    fn forget_copy(&self) -> Result<()> {
        fs::remove_dir_all(&self.copy).context("can't remove the copy")
    }

    async fn open(&self) -> sqlx::Result<SqliteConnection> {
        let options = SqliteConnectOptions::new().filename(self.copy.join("senda.sqlite"));
        options.disable_statement_logging().connect().await
    }

    async fn read(&mut self, ledger: &Ledger) -> sqlx::Result<()> {
        let mut database = self.open().await?;
        let searched = self.search(&mut database, ledger).await;
        database.close().await?;
        searched
    }

    async fn search(
        &mut self,
        database: &mut SqliteConnection,
        ledger: &Ledger,
    ) -> sqlx::Result<()> {
        let wrong = |rule, room: &str, seen: String| ledger.violated(rule, room, "the file", seen);
        let checked = sqlx::query("pragma integrity_check").fetch_all(&mut *database);
        for row in checked.await? {
            let said: String = row.try_get(0)?;
            if said != "ok" {
                wrong(Rule::Kept, "", said);
            }
        }
        for (rule, what, statement) in WRONG {
            let found = sqlx::query(statement).bind(self.seen);
            for row in found.fetch_all(&mut *database).await? {
                let (room, version) = place(&row)?;
                wrong(rule, &room, format!("{what}, at version {version}"));
            }
        }
        let newest = sqlx::query("select coalesce(max(rowid), 0) from record");
        self.seen = newest.fetch_one(&mut *database).await?.try_get(0)?;
        let stored = sqlx::query("select room, max(version) as version from record group by room");
        let stored = stored.fetch_all(database).await?;
        let stored = stored.iter().map(place).collect::<sqlx::Result<_>>()?;
        hold(&stored, ledger.rooms(), ledger);
        Ok(())
    }
}

fn place(row: &SqliteRow) -> sqlx::Result<(String, i64)> {
    Ok((row.try_get("room")?, row.try_get("version")?))
}
