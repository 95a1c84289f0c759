//! Checks the database of a run. Its content must be consistent, and must contain everything that
//! was sent. A file is checked while no server runs.

mod file;
mod server;

use std::{collections::HashMap, path::Path};

use anyhow::{Context, Result};

use self::{file::FileLook, server::ServerLook};
use crate::ledger::{Causes, Ledger, Rule, Standing};

/// The query for the commands that caused records.
const CAUSES: &str = "select room, version, cause_id from record where cause_id is not null";

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

    /// Creates the check of the PostgreSQL database at that URL.
    pub fn at_server(url: &str) -> Self {
        Self(Kind::Server(ServerLook::new(url)))
    }

    /// Creates the check of a PostgreSQL database that several servers share.
    pub fn at_shared(url: &str) -> Self {
        Self(Kind::Server(ServerLook::at_shared(url)))
    }

    /// Checks the database. Contradictions become violations, and so does a database that can't be
    /// read.
    ///
    /// # Errors
    /// Returns an error if the database can't be copied.
    pub async fn at(&mut self, ledger: &Ledger) -> Result<()> {
        match &mut self.0 {
            Kind::File(look) => look.at(ledger).await,
            Kind::Server(look) => {
                look.at(ledger).await;
                Ok(())
            }
        }
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
        ledger.settle_by(&causes.context("the database can't be read")?);
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

/// A record with a cause: the room, the version, and the id of the command.
type Caused = (String, i64, String);

fn causes(found: Vec<Caused>) -> Causes {
    let found = found.into_iter().filter_map(|(room, version, id)| {
        let version = u32::try_from(version).ok()?;
        Some(((room, version), id))
    });
    found.collect()
}

/// Compares the last versions of the logs with those that had been sent before the logs were read.
fn hold(stored: &HashMap<String, i64>, told: Vec<Standing>, ledger: &Ledger) {
    for standing in told {
        let told = i64::from(standing.version.max(standing.acked));
        let kept = stored.get(&standing.room).copied().unwrap_or(0);
        if kept < told {
            let seen = format!("version {told} was told, and {kept} is the last one stored");
            ledger.violated(Rule::Kept, &standing.room, "the database", seen);
        }
    }
}
