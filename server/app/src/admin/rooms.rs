//! The operator's view of rooms, and their actions on rooms.

use std::collections::BTreeSet;

use axum::{
    Json,
    extract::{Path, State},
};
use futures_util::future::join_all;
use senda_room::{Occupancy, Summary, Time};
use senda_store::{OperatorWrite, RoomId, StoredRoom};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::{audit::Operator, query::Asked};
use crate::{
    app::App,
    http::problem::{Obstacle, Problem},
    limits,
    live::{actor::Inspection, registry::Unavailable},
    upkeep::retention,
};

/// A room, as the operator sees it.
#[derive(Debug, Serialize)]
struct RoomEntry {
    room: RoomId,
    game: String,
    /// The phase, or `null` for a room that was never in memory since it was opened.
    phase: Option<Value>,
    seats: Option<u8>,
    taken: Option<usize>,
    /// The number of connected people, with the spectators.
    people: u32,
    spectators: u32,
    bots: Option<u32>,
    created_at: Time,
    active_at: Time,
    /// Whether the room is meant for the lobby's list; known while it is in memory here.
    public: Option<bool>,
    locked: Option<bool>,
    closed: bool,
    /// The server that has the room in memory: `here`, the address of another one, or `null`.
    server: Option<String>,
}

/// The page of the list that is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Page {
    limit: Option<u32>,
    after: Option<String>,
}

/// Lists the rooms, those with the latest activity first.
pub(super) async fn list(
    _: Operator,
    State(app): State<App>,
    Asked(Page { limit, after }): Asked<Page>,
) -> Result<Json<Value>, Problem> {
    let most = limit.unwrap_or(limits::ADMIN_ROOMS);
    if most == 0 || most > limits::ADMIN_ROOMS {
        return Err(Obstacle::RoomsLimit.into());
    }
    let after = match after {
        None => (i64::MAX, String::new()),
        Some(position) => position
            .split_once('-')
            .and_then(|(at, room)| Some((at.parse().ok()?, room.to_owned())))
            .ok_or(Obstacle::RoomsPosition)?,
    };
    let stored = app.store.stored_rooms(&after, most).await?;
    let is_full = u32::try_from(stored.len()).is_ok_and(|length| length == most);
    let last = stored.last().filter(|_| is_full);
    let next = last.map(|last| format!("{}-{}", last.active.0, last.room));
    let closed: BTreeSet<RoomId> = app
        .store
        .operator_state()
        .await?
        .closed
        .into_iter()
        .collect();
    let entries = stored.into_iter().map(|stored| {
        let is_closed = closed.contains(&stored.room);
        entry(&app, stored, is_closed)
    });
    let rooms = join_all(entries).await;
    Ok(Json(json!({ "rooms": rooms, "next": next })))
}

/// Returns the entry of a stored room.
async fn entry(app: &App, stored: StoredRoom, closed: bool) -> RoomEntry {
    // A busy room is shown without its numbers rather than late.
    let inspected = timeout(limits::LINK_ANSWER_TIME, app.registry.inspect(stored.room)).await;
    let inspection = inspected.ok().flatten();
    let server = if app.registry.has(stored.room) {
        Some("here".to_owned())
    } else {
        let holder = app.store.holder(stored.room).await.ok().flatten();
        holder.map(|holder| holder.address)
    };
    let (summary, occupancy, public): (Option<Summary>, Option<Occupancy>, Option<bool>) =
        match inspection {
            Some(Inspection {
                summary,
                occupancy,
                is_public,
            }) => (Some(summary), Some(occupancy), Some(is_public)),
            None if server.is_some() => (app.summary(stored.room).await, None, None),
            None => (stored.summary, None, None),
        };
    let summary = summary.as_ref();
    RoomEntry {
        room: stored.room,
        game: stored.game,
        phase: summary.map(|summary| json!(summary.phase)),
        seats: summary.map(|summary| summary.seats),
        taken: summary.map(|summary| summary.seated.len()),
        people: occupancy.map_or(0, |occupancy| occupancy.people),
        spectators: occupancy.map_or(0, |occupancy| occupancy.spectators),
        bots: occupancy.map(|occupancy| occupancy.bots),
        created_at: stored.created,
        active_at: stored.active,
        public,
        locked: summary.map(|summary| summary.locked),
        closed,
        server,
    }
}

/// Returns the stored room with that id.
async fn found(app: &App, room: &str) -> Result<StoredRoom, Problem> {
    let room: RoomId = room.parse().map_err(|_| Problem::NoSuchRoom)?;
    app.store
        .stored_room(room)
        .await?
        .ok_or(Problem::NoSuchRoom)
}

/// Returns the id of a room that this server may act on: no other one has it.
async fn own(app: &App, room: &str) -> Result<RoomId, Problem> {
    let StoredRoom { room, .. } = found(app, room).await?;
    if !app.registry.has(room)
        && let Some(holder) = app.store.holder(room).await?
    {
        return Err(Obstacle::Elsewhere(holder.address).into());
    }
    Ok(room)
}

/// Shows a room.
pub(super) async fn show(
    _: Operator,
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Json<Value>, Problem> {
    let stored = found(&app, &room).await?;
    let closed = app.store.is_closed(stored.room).await?;
    Ok(Json(json!(entry(&app, stored, closed).await)))
}

/// Closes a room: everybody is sent away, and no one enters until it is opened again.
pub(super) async fn close(
    operator: Operator,
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Json<Value>, Problem> {
    let room = own(&app, &room).await?;
    let at = app.clock.now();
    let close = OperatorWrite::Close { room, at };
    app.store.writer().write(close).await?;
    app.registry.close(room).await;
    operator.note("close room", room.short());
    Ok(Json(json!({ "room": room, "closed": true })))
}

/// Opens a closed room.
pub(super) async fn open(
    operator: Operator,
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Json<Value>, Problem> {
    let StoredRoom { room, .. } = found(&app, &room).await?;
    let open = OperatorWrite::Open { room };
    app.store.writer().write(open).await?;
    operator.note("open room", room.short());
    Ok(Json(json!({ "room": room, "closed": false })))
}

/// Locks a room.
pub(super) async fn lock(
    operator: Operator,
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Json<Value>, Problem> {
    set_lock((&app, operator), &room, true).await
}

/// Unlocks a room.
pub(super) async fn unlock(
    operator: Operator,
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Json<Value>, Problem> {
    set_lock((&app, operator), &room, false).await
}

async fn set_lock(
    (app, operator): (&App, Operator),
    room: &str,
    locked: bool,
) -> Result<Json<Value>, Problem> {
    let room = own(app, room).await?;
    let stub = app.registry.bring_back(room).await?;
    let set = stub.set_lock(locked).await;
    set.map_err(|_| Unavailable::KeepsEnding)?;
    // The room answers questions after it has stored the lock.
    stub.summary().await.ok_or(Unavailable::KeepsEnding)?;
    operator.note(
        if locked { "lock room" } else { "unlock room" },
        room.short(),
    );
    Ok(Json(json!({ "room": room, "locked": locked })))
}

/// Deletes a room: its log and all rows about it.
pub(super) async fn delete(
    operator: Operator,
    State(app): State<App>,
    Path(room): Path<String>,
) -> Result<Json<Value>, Problem> {
    let room = own(&app, &room).await?;
    // The people who are sent away can't come back meanwhile.
    let at = app.clock.now();
    let close = OperatorWrite::Close { room, at };
    app.store.writer().write(close).await?;
    for attempt in 1..=limits::DELETE_ATTEMPTS {
        app.registry.close(room).await;
        if app
            .registry
            .hide(room, Time(i64::MAX.unsigned_abs()))
            .await?
        {
            operator.note("delete room", room.short());
            // The rest of a room that is hidden is removed within the hour.
            let is_done = retention::clear(&app, room).await.is_ok();
            app.store.scrub().await;
            return Ok(Json(json!({ "room": room, "done": is_done })));
        }
        // A client may have been joining, or another server has the room for a moment.
        sleep(limits::SWEEP_PAUSE * attempt).await;
    }
    Err(Obstacle::InUse.into())
}
