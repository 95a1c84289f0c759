//! A look at the database: what it holds must make sense by itself, and must hold what was told. A file is looked at
//! while no server runs.

mod file;
mod server;

use std::{collections::HashMap, path::Path};

use anyhow::{Context, Result};

use self::{file::FileLook, server::ServerLook};
use crate::ledger::{Causes, Ledger, Rule, Standing};

/// The commands that records name as their causes.
const CAUSES: &str = "select room, version, cause_id from record where cause_id is not null";

/// Looks at the database of a run.
#[derive(Debug)]
pub struct Look(Kind);

#[derive(Debug)]
enum Kind {
    File(FileLook),
    Server(ServerLook),
}

impl Look {
    /// At the one in that data folder.
    pub fn at_file(data: &Path) -> Self {
        Self(Kind::File(FileLook::new(data)))
    }

    /// At the one of a PostgreSQL, at that address.
    pub fn at_server(url: &str) -> Self {
        Self(Kind::Server(ServerLook::new(url)))
    }

    /// At one that several servers share, at that address.
    pub fn at_shared(url: &str) -> Self {
        Self(Kind::Server(ServerLook::at_shared(url)))
    }

    /// Looks; what is wrong becomes violations, a database that can't be read too.
    ///
    /// # Errors
    /// The database can't be copied.
    pub async fn at(&mut self, ledger: &Ledger) -> Result<()> {
        match &mut self.0 {
            Kind::File(look) => look.at(ledger).await,
            Kind::Server(look) => {
                look.at(ledger).await;
                Ok(())
            }
        }
    }

    /// Once everything has been played to its end: what was acknowledged must be in the database.
    ///
    /// # Errors
    /// It can't be read.
    pub async fn settle(&self, ledger: &Ledger) -> Result<()> {
        let causes = match &self.0 {
            Kind::File(look) => look.causes().await,
            Kind::Server(look) => look.causes().await.map_err(Into::into),
        };
        ledger.settle_by(&causes.context("the database can't be read")?);
        Ok(())
    }

    /// Writes what the database has of the rooms in which a promise was broken to a file, if it is not one itself.
    ///
    /// # Errors
    /// It can't be read, or the file not be written.
    pub async fn keep(&self, ledger: &Ledger, file: &Path) -> Result<()> {
        match &self.0 {
            Kind::File(_) => Ok(()),
            Kind::Server(look) => look.keep(ledger, file).await,
        }
    }
}

/// A record with a cause: room, version, the command's name.
type Caused = (String, i64, String);

fn causes(found: Vec<Caused>) -> Causes {
    let found = found.into_iter().filter_map(|(room, version, id)| {
        let version = u32::try_from(version).ok()?;
        Some(((room, version), id))
    });
    found.collect()
}

/// Holds the last versions of the logs against what had been told before they were read.
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
