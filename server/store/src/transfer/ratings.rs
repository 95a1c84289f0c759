//! Computes the ratings in a database again, for `senda ratings rebuild`.

use std::path::PathBuf;

use super::Place;
use crate::{
    NotRebuilt, Rebuilt, Store, log::Member, opening::OpenError, sqlite::folder, write::PlainDisk,
};

/// The reason why the ratings of a database were not computed again.
#[derive(Debug, thiserror::Error)]
pub enum NoRatings {
    /// The folder has no database.
    #[error("there is no database in {0}: choose the data folder of the server with --data")]
    NoDatabase(PathBuf),
    /// The database can't be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The ratings can't be computed or stored.
    #[error(transparent)]
    NotRebuilt(#[from] NotRebuilt),
}

/// Computes all ratings again in a database, which no server may use.
///
/// # Errors
/// Returns [`NoRatings`] if there is no such database, if a server uses it, or if it can't be read
/// or written.
pub async fn rebuild_ratings(place: Place<'_>) -> Result<Rebuilt, NoRatings> {
    let store = match place {
        Place::Folder(folder) if !folder::database(folder).is_file() => {
            return Err(NoRatings::NoDatabase(folder.to_owned()));
        }
        Place::Folder(folder) => Store::open(folder).await?,
        Place::Url(url) => {
            // With the name of a server it would replace that server.
            let name = format!("ratings-rebuild-{}", std::process::id());
            let member = Member {
                name,
                ..Member::default()
            };
            Store::connect(url, member, PlainDisk).await?
        }
    };
    let rebuilt = store.rebuild_ratings().await;
    store.close().await;
    Ok(rebuilt?)
}
