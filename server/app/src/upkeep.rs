//! The background tasks of a running server: alarms of rooms in storage, backups, removal of
//! expired rooms and visitors, and removal of personal data from logs.

pub mod alarms;
pub mod backups;
pub mod forgetting;
pub mod hourly;
pub mod retention;

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// Waits for a time, or until the server stops.
async fn wait(shutdown: &CancellationToken, time: Duration) {
    tokio::select! {
        () = tokio::time::sleep(time) => {}
        () = shutdown.cancelled() => {}
    }
}
