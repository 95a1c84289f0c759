//! Reads the bans and the notice of the operator again, where other servers share the database.

use super::wait;
use crate::{app::App, limits, process::telemetry::LogThrottle};

/// Reads them at regular intervals until the server stops, if another server may change them.
pub async fn run(app: App) {
    static UNREAD: LogThrottle = LogThrottle::new();
    if !app.store.is_shared() {
        return;
    }
    while !app.shutdown.is_cancelled() {
        wait(&app.shutdown, limits::MODERATION_EVERY).await;
        if let Err(error) = app.moderation.read(&app.store).await
            && UNREAD.may_speak()
        {
            tracing::warn!(%error, "the bans of the operator can't be read again");
        }
    }
}
