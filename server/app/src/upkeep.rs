//! The background tasks of a running server: alarms of rooms in storage, backups, removal of
//! expired rooms and visitors, removal of personal data from logs, and the bans of other servers.

pub mod alarms;
pub mod backups;
pub mod forgetting;
pub mod hourly;
pub mod moderation;
pub mod retention;

use std::time::Duration;

use senda_store::{NotStored, ReadError};
use tokio_util::sync::CancellationToken;

/// The reason why the rest of some data is removed later.
#[derive(Debug, thiserror::Error)]
pub enum Unfinished {
    /// The database can't be read.
    #[error(transparent)]
    Unread(#[from] ReadError),
    /// Nothing can be stored.
    #[error(transparent)]
    NotStored(#[from] NotStored),
    /// A room is in use.
    #[error("people come back to the room again and again")]
    InUse,
    /// The server stops.
    #[error("the server stops")]
    Shutdown,
}

/// Waits for a time, or until the server stops.
async fn wait(shutdown: &CancellationToken, time: Duration) {
    tokio::select! {
        () = tokio::time::sleep(time) => {}
        () = shutdown.cancelled() => {}
    }
}
