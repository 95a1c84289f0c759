//! Removes the names of players who are to be forgotten from the logs of rooms.
//!
//! The store lists these players until that is done. So it is also done if the server stops in
//! between, and done again if another server, which was informed late, writes a name once more. The
//! events of a room stay; they belong to [`Name::FORGOTTEN`] from then on.

use std::time::Duration;

use senda_room::{PlayerId, Time, protocol::Name};
use senda_store::{NotStored, PlayerWrite, RoomId, Sweep, Write};
use tokio::time::{sleep, timeout};

use super::{Unfinished, wait};
use crate::{
    app::App,
    limits,
    live::registry::Unavailable,
    net::open_sockets::SignedOut,
    process::{telemetry::LogThrottle, time::milliseconds},
};

/// The number of attempts for a room that is in use, before it is tried later.
const ATTEMPTS: u32 = 6;
/// The pause after the first attempt. The pause after attempt `n` is `n` times as long.
const PAUSE: Duration = Duration::from_millis(40);

/// Forgets the players who are left to forget, at the start and at regular intervals, until the
/// server stops.
pub async fn run(app: App) {
    while !app.shutdown.is_cancelled() {
        if let Err(reason) = rest(&app).await {
            tracing::debug!(%reason, "people are forgotten later");
        }
        wait(&app.shutdown, limits::FORGET_AGAIN).await;
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
        .write(Sweep::Forgotten { before })
        .await?;
    Ok(())
}

/// Deletes everything that is stored about a player, as they or the operator have asked. Waits up
/// to that time until no log contains the name any more, and returns whether that is done.
/// Otherwise it goes on without the caller.
///
/// # Errors
/// Returns [`NotStored`] if nothing was deleted.
pub async fn erase(app: &App, player: PlayerId, patience: Duration) -> Result<bool, NotStored> {
    // From here on no session resolves to this player, even if this process crashes.
    let forget_player = PlayerWrite::Forget {
        player,
        name: Name::forgotten(),
        at: app.clock.now(),
    };
    app.store.writer().write(forget_player).await?;
    let signed_out = SignedOut {
        player,
        left: Vec::new(),
        forgotten: true,
    };
    let rest = app.clone();
    let forgotten = app.tasks.spawn(async move {
        rest.signed_out(&signed_out).await;
        forget(&rest, player).await
    });
    Ok(matches!(timeout(patience, forgotten).await, Ok(Ok(true))))
}

/// Removes a player's name from the logs of all rooms. Returns whether no log contains it any more.
/// The store must already list the player as to be forgotten.
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

/// Rewrites the log of a room while the room is in no server's memory: a room in memory has the
/// name as well, and would write it again.
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
        // The room's clients are reconnecting, or another server has the room for a moment.
        sleep(PAUSE * attempt).await;
    }
    Err(Unfinished::InUse)
}

async fn rewrite(app: &App, room: RoomId, player: PlayerId) -> Result<(), Unfinished> {
    let name = Name::forgotten();
    let length = app.store.length(room).await?;
    let turn = app.log_reads.begin(None, length).await;
    let _turn = turn.map_err(|_| Unfinished::InUse)?;
    let mut log = app.store.log(room).await?;
    log.retain_mut(|record| record.rename(player, &name));
    let writer = app.store.writer();
    while !log.is_empty() {
        let rest = log.split_off(log.len().min(limits::REMOVED_TOGETHER as usize));
        let records = std::mem::replace(&mut log, rest);
        writer.write(Write::Rewrite { room, records }).await?;
    }
    let forgotten = PlayerWrite::Forgotten { room, player, name };
    writer.write(forgotten).await?;
    Ok(())
}

/// Restores a game with turns of days so that it goes on without a player who never returns: there
/// may be no client for days. Other games stand still until a client joins, and go on without the
/// player then.
async fn leave_game(app: &App, room: RoomId) {
    match app.registry.bring_back(room).await {
        Ok(_) | Err(Unavailable::Elsewhere) => {}
        // The player's clock runs out there like that of any other player.
        Err(reason) => {
            tracing::debug!(%room, %reason, "a game waits for somebody who was forgotten");
        }
    }
}
