//! The retention of data: rooms and visitors without activity for a configured time are removed.

use std::time::Duration;

use senda_room::Time;
use senda_store::{RoomId, Sweep};

use super::{Unfinished, wait};
use crate::{app::App, limits, process::time::milliseconds, settings::Settings};

/// The retention times, each of them `None` for data that is kept forever.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Terms {
    played: Option<Duration>,
    unplayed: Option<Duration>,
    visitors: Option<Duration>,
}

impl Terms {
    fn of(settings: &Settings) -> Self {
        let days = |days: u32| (days > 0).then(|| limits::DAY * days);
        Self {
            played: days(settings.keep_finished_days),
            unplayed: days(settings.keep_deserted_days),
            visitors: days(settings.keep_visitors_days),
        }
    }
}

/// The numbers of removed rooms and visitors.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
struct Removed {
    rooms: usize,
    visitors: usize,
}

/// Removes at regular intervals the data whose retention time is over, until the server stops.
pub async fn run(app: App) {
    let shutdown = app.shutdown.clone();
    // A long time may have passed while the server was down, or the machine's clock is wrong and
    // the data that is removed is lost by mistake. The time of the last sweep decides, not the last
    // activity of players, since their activity has timestamps of the same wrong clock.
    let last = app.store.last_swept().await.ok().flatten();
    let gap = last.map_or(0, |last| app.clock.now().since(last));
    if gap > milliseconds(limits::SUSPICIOUS_GAP) {
        tracing::warn!(
            days = gap / milliseconds(limits::DAY),
            "by the machine's clock this server ran last many days ago: nothing is removed before it has run for a \
             day, so that a clock that is wrong can be set right"
        );
        wait(&shutdown, limits::DAY).await;
    }
    while !shutdown.is_cancelled() {
        let mut removed = Removed::default();
        let done = sweep(&app, &mut removed).await;
        if removed != Removed::default() {
            let Removed { rooms, visitors } = removed;
            tracing::info!(
                rooms,
                visitors,
                "removed what has been kept for long enough"
            );
        }
        if let Err(reason) = done {
            tracing::debug!(%reason, "the rest is removed later");
        }
        wait(&shutdown, limits::SWEEP_EVERY).await;
    }
}

async fn sweep(app: &App, removed: &mut Removed) -> Result<(), Unfinished> {
    let terms = Terms::of(&app.settings);
    // Rooms that an earlier process has hidden and not removed yet.
    for room in app.store.hidden_rooms().await? {
        clear(app, room).await?;
    }
    sweep_rooms(app, terms, &mut removed.rooms).await?;
    sweep_visitors(app, terms, &mut removed.visitors).await?;
    remove_copies(app).await;
    piece(app, Sweep::Done(app.clock.now())).await
}

/// Returns the time such that all data from before it is older than `age`. Without an age it is the
/// beginning of time, so that no data is older.
fn before(now: Time, age: Option<Duration>) -> Time {
    age.map_or(Time(0), |age| Time(now.since(Time(milliseconds(age)))))
}

async fn sweep_rooms(app: &App, terms: Terms, removed: &mut usize) -> Result<(), Unfinished> {
    let now = app.clock.now();
    let played = before(now, terms.played);
    let unplayed = before(now, terms.unplayed);
    let mut behind = (0, String::new());
    loop {
        let rooms = app.store.expired_rooms(unplayed, played, &behind).await?;
        let Some(last) = rooms.last() else {
            return Ok(());
        };
        behind = last.clone();
        for (_, id) in rooms {
            let Ok(room) = id.parse() else { continue };
            if app.registry.hide(room, unplayed.max(played)).await? {
                clear(app, room).await?;
                *removed += 1;
            }
        }
    }
}

/// Removes a room that has been hidden.
///
/// # Errors
/// Returns [`Unfinished`] if the rest is removed later.
pub async fn clear(app: &App, room: RoomId) -> Result<(), Unfinished> {
    while app.store.has_records(room).await? {
        piece(app, Sweep::Records(room)).await?;
    }
    piece(app, Sweep::Rest(room)).await
}

async fn sweep_visitors(app: &App, terms: Terms, removed: &mut usize) -> Result<(), Unfinished> {
    let now = app.clock.now();
    while app.store.has_unknown_visitors().await? {
        piece(app, Sweep::Unknown(now)).await?;
    }
    let unseen_since = before(now, terms.visitors);
    let mut behind = String::new();
    loop {
        let visitors = app.store.expired_visitors(unseen_since, &behind).await?;
        let (Some(first), Some(last)) = (visitors.first(), visitors.last()) else {
            return Ok(());
        };
        behind.clone_from(last);
        let range = (first.clone(), last.clone());
        piece(
            app,
            Sweep::Visitors {
                range,
                unseen_since,
            },
        )
        .await?;
        *removed += visitors.len();
    }
}

/// Removes the copies from before updates that operators do not go back to any more.
async fn remove_copies(app: &App) {
    let older_than = before(app.clock.now(), Some(limits::COPIES_KEPT));
    match app.store.remove_copies(older_than).await {
        Ok(0) => {}
        Ok(copies) => tracing::info!(copies, "removed old copies from before updates"),
        Err(error) => tracing::warn!(%error, "old copies from before updates can't be removed"),
    }
}

/// Performs one piece of a sweep, followed by a pause, so that most of the writer's time is left to
/// players.
async fn piece(app: &App, sweep: Sweep) -> Result<(), Unfinished> {
    if app.shutdown.is_cancelled() {
        return Err(Unfinished::Shutdown);
    }
    app.store.writer().write(sweep).await?;
    wait(&app.shutdown, limits::SWEEP_PAUSE).await;
    Ok(())
}
