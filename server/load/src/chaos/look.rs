//! A look at the database: what it holds must make sense by itself, and must hold what was told. A file is looked at
//! while no server runs.

mod file;
mod server;

use std::{collections::HashMap, path::Path};

use anyhow::Result;

use self::{file::FileLook, server::ServerLook};
use crate::ledger::{Ledger, Rule, Standing};

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
