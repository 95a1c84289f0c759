//! Logs once an hour how many people, rooms and games there are.

use senda_room::protocol::Phase;

use super::wait;
use crate::{app::App, limits, process::metrics::Totals};

/// Logs the numbers every hour, until the server stops.
pub async fn run(app: App) {
    loop {
        wait(&app.shutdown, limits::HOUR).await;
        if app.shutdown.is_cancelled() {
            return;
        }
        log(&app).await;
    }
}

/// Logs the numbers of people, rooms, running games, sockets and bots now, and the size of the
/// database.
pub async fn log(app: &App) {
    let totals = app.metrics.census.totals();
    let Totals { people, bots, .. } = totals;
    let database_bytes = match app.store.size().await {
        Ok(size) => Some(size),
        Err(error) => {
            tracing::debug!(%error, "the size of the database can't be read");
            None
        }
    };
    tracing::info!(
        people,
        rooms = totals.rooms(),
        running_games = totals.rooms_in(Phase::Playing),
        sockets = app.admission.sockets.inside(),
        bots,
        database_bytes,
        "in memory now"
    );
}
