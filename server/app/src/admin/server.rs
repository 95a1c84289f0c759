//! The operator's view of the server as a whole: its games before a stop, its bots, its storage,
//! and a backup.

use axum::{Json, extract::State};
use rustix::fs::statvfs;
use senda_room::protocol::Phase;
use senda_store::StoredCounts;
use serde::Deserialize;
use serde_json::{Value, json};

use super::audit::Operator;
use crate::{
    app::App,
    http::{
        problem::{Obstacle, Problem},
        request::Body,
    },
    upkeep::backups,
};

/// The body of a request to begin or end draining.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Draining {
    on: bool,
}

fn drained(app: &App) -> Json<Value> {
    let totals = app.metrics.census.totals();
    Json(json!({
        "draining": app.drain.is_on(),
        "running_games": totals.rooms_in(Phase::Playing),
        "rooms": totals.rooms(),
        "people": totals.people,
    }))
}

/// Returns whether games may be started, and the numbers of those in memory.
pub(super) async fn drain_state(_: Operator, State(app): State<App>) -> Json<Value> {
    drained(&app)
}

/// Sets whether rooms and games may be started on this server.
pub(super) async fn drain(
    operator: Operator,
    State(app): State<App>,
    Body(Draining { on }): Body<Draining>,
) -> Json<Value> {
    app.drain.set(on);
    operator.note("drain", if on { "on" } else { "off" });
    drained(&app)
}

/// Returns the work of the bots.
pub(super) async fn bots(_: Operator, State(app): State<App>) -> Json<Value> {
    let thinking = app.bots.thinking();
    let decided: u64 = thinking.counts.iter().sum();
    let mean = thinking.sum.checked_div(decided);
    Json(json!({
        "threads": app.bots.threads(),
        "waiting": app.bots.waiting(),
        "at_work": app.bots.at_work(),
        "decided": decided,
        "mean_microseconds": mean,
        "seats": app.metrics.census.totals().bots,
    }))
}

/// Returns the space that the database takes, the space that is free, and the numbers of rows.
pub(super) async fn storage(_: Operator, State(app): State<App>) -> Result<Json<Value>, Problem> {
    let StoredCounts {
        rooms,
        records,
        finished_games,
        people,
    } = app.store.counts().await?;
    // The disk of a PostgreSQL database is not this machine's.
    let free = app.settings.database.is_none().then(|| {
        let disk = statvfs(&app.settings.data).ok()?;
        Some(disk.f_bavail.saturating_mul(disk.f_frsize))
    });
    Ok(Json(json!({
        "engine": app.store.kind(),
        "database_bytes": app.store.size().await?,
        "free_bytes": free.flatten(),
        "rooms": rooms,
        "records": records,
        "finished_games": finished_games,
        "people": people,
    })))
}

/// Makes a backup into the folder of the regular ones.
pub(super) async fn back_up(
    operator: Operator,
    State(app): State<App>,
) -> Result<Json<Value>, Problem> {
    if app.settings.database.is_some() {
        return Err(Obstacle::NotInFolder.into());
    }
    // The backup is finished even if the request is not waited for.
    let making = tokio::spawn({
        let app = app.clone();
        async move { backups::make(&app.settings, app.clock.now()).await }
    });
    let made = making.await.map_err(|_| Problem::Internal)?;
    let file = made.map_err(|error| Obstacle::BackupFailed(error.to_string()))?;
    operator.note("backup", file.display());
    Ok(Json(json!({ "file": file })))
}
