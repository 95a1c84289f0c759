//! Opens a database that no server uses, for commands that read logs or replace ratings.

use std::path::PathBuf;

use super::Place;
use crate::{
    Database, ReadError, Store, log::Member, opening::OpenError, sqlite::folder, write::PlainDisk,
};

/// The reason why a database can't be opened for a command alone.
#[derive(Debug, thiserror::Error)]
pub enum NotExclusive {
    /// The folder has no database.
    #[error("there is no database in {0}: choose the data folder of the server with --data")]
    NoDatabase(PathBuf),
    /// The database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A server uses the database.
    #[error(
        "a server uses the database: stop all servers first, and wait a minute if one of them has \
         crashed"
    )]
    InUse,
    /// The database can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// Opens a database that no server uses, for the command with that name.
///
/// # Errors
/// Returns [`NotExclusive`] if there is no such database, if a server uses it, or if it can't be
/// read.
pub async fn open_exclusively(place: Place<'_>, command: &str) -> Result<Store, NotExclusive> {
    let store = match place {
        Place::Folder(folder) if !folder::database(folder).is_file() => {
            return Err(NotExclusive::NoDatabase(folder.to_owned()));
        }
        Place::Folder(folder) => Store::open(folder).await?,
        Place::Url(url) => {
            // With the name of a server it would replace that server.
            let name = format!("{command}-{}", std::process::id());
            let member = Member {
                name,
                ..Member::default()
            };
            Store::connect(url, member, PlainDisk).await?
        }
    };
    let refused = match store.has_other_servers().await {
        Ok(false) => return Ok(store),
        Ok(true) => NotExclusive::InUse,
        Err(error) => error.into(),
    };
    store.close().await;
    Err(refused)
}

impl Store {
    /// Returns whether another process uses the database. An SQLite database has only one.
    async fn has_other_servers(&self) -> Result<bool, ReadError> {
        let nodes = "select count(*) from node";
        let nodes: Option<(i64,)> = match &self.database {
            Database::Sqlite(_) => None,
            Database::Postgres(_) => self.database.first(nodes, ()).await?,
        };
        Ok(nodes.is_some_and(|(nodes,)| nodes > 1))
    }
}
