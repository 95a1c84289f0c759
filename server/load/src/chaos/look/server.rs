//! Reads the PostgreSQL database of a run.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    path::Path,
};

use anyhow::{Context, Result};
use sqlx::{Connection, PgConnection};

use super::{CAUSES, Caused, Found, LAST, WRONG};
use crate::ledger::{Ledger, Rule};

/// Reads the records since the last check, and all tables other than the log.
#[derive(Debug)]
pub(super) struct ServerLook {
    url: String,
    /// Whether there is only one server, so that the server that creates a room owns it at once.
    is_one: bool,
    /// The last version of each room that has been read.
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

/// The query for rooms that no server ever owned. It applies to a single server only: with several
/// servers, no server owns a room before a client connects to it.
const NOBODYS: (Rule, &str, &str) = (
    Rule::Kept,
    "a room that nobody ever held",
    "select room, version from record where version = 1
     and not exists (select 1 from placement where placement.room = record.room)",
);

impl ServerLook {
    /// Creates the reader of the database at that URL.
    pub fn new(url: &str, is_one: bool) -> Self {
        Self {
            url: url.to_owned(),
            is_one,
            seen: HashMap::new(),
        }
    }

    /// Reads the database.
    ///
    /// # Errors
    /// Returns an error if the database can't be read.
    pub async fn read(&mut self) -> sqlx::Result<Found> {
        let mut database = PgConnection::connect(&self.url).await?;
        let mut found = Found::default();
        let (rooms, versions): (Vec<String>, Vec<i64>) = self.seen.drain().unzip();
        let new = sqlx::query_as(NEW).bind(rooms).bind(versions);
        found.new = new.fetch_all(&mut database).await?;
        for &(rule, what, statement) in WRONG.iter().chain(self.is_one.then_some(&NOBODYS)) {
            let rows = sqlx::query_as(statement).fetch_all(&mut database).await?;
            found.add(rule, what, rows);
        }
        let last: Vec<(String, i64)> = sqlx::query_as(LAST).fetch_all(&mut database).await?;
        found.last = last.into_iter().collect();
        self.seen.clone_from(&found.last);
        database.close().await?;
        Ok(found)
    }

    /// Returns the command that caused each record.
    ///
    /// # Errors
    /// Returns an error if the database can't be read.
    pub async fn causes(&self) -> sqlx::Result<Vec<Caused>> {
        let mut database = PgConnection::connect(&self.url).await?;
        let found = sqlx::query_as(CAUSES).fetch_all(&mut database).await?;
        database.close().await?;
        Ok(found)
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
}
