//! Takes the names of people who are to be forgotten out of the logs of rooms.
//!
//! The store lists them until that is done, so that it is also done if the server stops in between, and done again if a
//! name is written once more by a server that was told late. What happened in a room stays; it happened to "Someone".

use std::time::Duration;

use senda_room::{PlayerId, Time, protocol::Name};
use tokio::time::sleep;

use crate::{
    app::App,
    limits,
    registry::Unavailable,
    room_id::RoomId,
    store::{NotStored, ReadError, Sweep},
    telemetry::LogThrottle,
    time::milliseconds,
};

/// How often a room is tried at once in which people are, before it is tried later.
const ATTEMPTS: u32 = 6;
/// Between two attempts; longer each time.
const PAUSE: Duration = Duration::from_millis(40);

/// Why a log still says a name.
#[derive(Debug, thiserror::Error)]
enum Unfinished {
    #[error(transparent)]
    Unread(#[from] ReadError),
    #[error(transparent)]
    NotStored(#[from] NotStored),
    #[error("people come back to it again and again")]
    InUse,
    #[error("the server stops")]
    Shutdown,
}

/// The name of somebody who has been forgotten.
///
/// # Panics
/// Never: it is a name.
pub fn someone() -> Name {
    Name::new("Someone").expect("a name")
}

/// Does what is left to do, at the start and from time to time, until the server stops.
pub async fn run(app: App) {
    while !app.shutdown.is_cancelled() {
        if let Err(reason) = rest(&app).await {
            tracing::debug!(%reason, "people are forgotten later");
        }
        tokio::select! {
            () = sleep(limits::FORGET_AGAIN) => {}
            () = app.shutdown.cancelled() => {}
        }
    }
}

async fn rest(app: &App) -> Result<(), Unfinished> {
    let people = app.store.to_be_forgotten().await?;
    if people.is_empty() {
        return Ok(());
    }
    for player in people {
        forget(app, player).await;
    }
    let listed = milliseconds(limits::FORGOTTEN_LISTED);
    let before = Time(app.clock.now().since(Time(listed)));
    app.store
        .writer()
        .sweep(Sweep::Forgotten { before })
        .await?;
    Ok(())
}

/// Takes a person's name out of the logs of all rooms; whether none says it any more. The store knows that the person is
/// to be forgotten.
pub async fn forget(app: &App, player: PlayerId) -> bool {
    static UNFINISHED: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    let _alone = app.forgetting.lock().await;
    let rooms = match app.store.rooms_naming(player).await {
        Ok(rooms) => rooms,
        Err(reason) => {
            tracing::debug!(%reason, "which rooms name somebody is not known now");
            return false;
        }
    };
    let mut is_done = true;
    for &(room, has_alarm) in &rooms {
        match clean(app, room, player).await {
            Ok(()) if has_alarm => leave_game(app, room).await,
            Ok(()) => {}
            Err(Unfinished::Shutdown) => return false,
            Err(reason) => {
                is_done = false;
                if UNFINISHED.may_speak() {
                    tracing::warn!(%room, %reason, "a forgotten person's name is still in a log; it is tried again");
                }
            }
        }
    }
    if !rooms.is_empty() {
        app.store.scrub().await;
    }
    is_done
}

/// Rewrites the log of a room while the room is in no memory: what is in memory has the name as well, and would write it
/// again.
async fn clean(app: &App, room: RoomId, player: PlayerId) -> Result<(), Unfinished> {
    for attempt in 1..=ATTEMPTS {
        if app.shutdown.is_cancelled() {
            return Err(Unfinished::Shutdown);
        }
        app.reread(room).await;
        let rewriting = async || rewrite(app, room, player).await;
        if let Some(rewritten) = app.registry.while_absent(room, rewriting).await {
            return rewritten;
        }
        // Those who were there are on their way back, or another server has it for a moment.
        sleep(PAUSE * attempt).await;
    }
    Err(Unfinished::InUse)
}

async fn rewrite(app: &App, room: RoomId, player: PlayerId) -> Result<(), Unfinished> {
    let name = someone();
    let length = app.store.length(room).await?;
    let turn = app.reading.begin(None, length).await;
    let _turn = turn.map_err(|_| Unfinished::InUse)?;
    let mut log = app.store.log(room).await?;
    log.retain_mut(|record| record.rename(player, &name));
    let writer = app.store.writer();
    while !log.is_empty() {
        let rest = log.split_off(log.len().min(limits::REMOVED_TOGETHER as usize));
        writer.rewrite(room, log).await?;
        log = rest;
    }
    writer.forgotten(room, player, name).await?;
    Ok(())
}

/// Has a game with turns of days go on without a person who is never back: nobody may come for days. Other games stand
/// still until somebody comes, and go on without them then.
async fn leave_game(app: &App, room: RoomId) {
    match app.registry.bring_back(room).await {
        Ok(()) | Err(Unavailable::Elsewhere) => {}
        // Their time runs out there as anybody's.
        Err(reason) => {
            tracing::debug!(%room, %reason, "a game waits for somebody who was forgotten");
        }
    }
}
