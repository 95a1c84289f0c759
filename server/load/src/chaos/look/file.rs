//! Reads the SQLite database of a run.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use sqlx::{ConnectOptions, Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{CAUSES, Caused, Found, LAST, WRONG};
use crate::ledger::Rule;

/// Reads copies of the database, so that the server finds its files as the kill left them.
#[derive(Debug)]
pub(super) struct FileLook {
    data: PathBuf,
    copy: PathBuf,
    /// The id of the last row of the log that has been read.
    seen: i64,
}

impl FileLook {
    /// Creates the reader of the database in that folder.
    pub fn new(data: &Path) -> Self {
        Self {
            data: data.to_owned(),
            copy: data.with_extension("copy"),
            seen: 0,
        }
    }

    /// Reads the database.
    ///
    /// # Errors
    /// Returns an error if the database can't be copied.
    pub async fn read(&mut self) -> Result<sqlx::Result<Found>> {
        self.copy()?;
        let found = self.search().await;
        self.forget_copy()?;
        Ok(found)
    }

    /// Returns the command that caused each record.
    ///
    /// # Errors
    /// Returns an error if the database can't be copied or read.
    pub async fn causes(&self) -> Result<Vec<Caused>> {
        self.copy()?;
        let mut database = self.open().await?;
        let found = sqlx::query_as(CAUSES).fetch_all(&mut database).await?;
        database.close().await?;
        self.forget_copy()?;
        Ok(found)
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

    async fn search(&mut self) -> sqlx::Result<Found> {
        let mut database = self.open().await?;
        let mut found = Found::default();
        let checked = sqlx::query_scalar("pragma integrity_check");
        let checked: Vec<String> = checked.fetch_all(&mut database).await?;
        let bad = checked.into_iter().filter(|said| said != "ok");
        found.wrong = bad.map(|said| (Rule::Kept, String::new(), said)).collect();
        for (rule, what, statement) in WRONG {
            let rows = sqlx::query_as(statement).fetch_all(&mut database).await?;
            found.add(rule, what, rows);
        }
        let new = sqlx::query_as("select room, version, events from record where rowid > $1");
        found.new = new.bind(self.seen).fetch_all(&mut database).await?;
        let newest = sqlx::query_scalar("select coalesce(max(rowid), 0) from record");
        self.seen = newest.fetch_one(&mut database).await?;
        let last: Vec<(String, i64)> = sqlx::query_as(LAST).fetch_all(&mut database).await?;
        found.last = last.into_iter().collect();
        database.close().await?;
        Ok(found)
    }
}
