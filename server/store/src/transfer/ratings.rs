//! Computes the ratings in a database again, for `senda ratings rebuild`.

use super::{
    Place,
    exclusive::{NotExclusive, open_exclusively},
};
use crate::{NotRebuilt, Rebuilt};

/// The reason why the ratings of a database were not computed again.
#[derive(Debug, thiserror::Error)]
pub enum NoRatings {
    /// The database can't be opened, or a server uses it.
    #[error(transparent)]
    NotExclusive(#[from] NotExclusive),
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
    let store = open_exclusively(place, "ratings-rebuild").await?;
    let rebuilt = store.rebuild_ratings().await;
    store.close().await;
    Ok(rebuilt?)
}
