//! The alarms of rooms whose turns last for days. Such rooms wait outside of memory. One query on
//! the store finds all rooms whose turn is due, also after a restart.

use senda_room::Time;
use senda_store::ReadError;

use super::wait;
use crate::{app::App, limits, live::registry::Unavailable};

/// Restores the rooms whose alarms are due, until the server stops.
pub async fn run(app: App) {
    while !app.shutdown.is_cancelled() {
        if let Err(reason) = ring(&app).await {
            tracing::debug!(%reason, "which rooms are due is not known now");
        }
        wait(&app.shutdown, limits::ALARMS_EVERY).await;
    }
}

async fn ring(app: &App) -> Result<(), ReadError> {
    let now = app.clock.now();
    let mut behind = (i64::MIN, String::new());
    loop {
        let due = app.store.alarms(now, &behind).await?;
        let Some(last) = due.last() else {
            return Ok(());
        };
        behind = last.clone();
        for (at, id) in due {
            // A row with an invalid id was not written by this program. A room in memory checks its
            // own deadline.
            let Ok(room) = id.parse() else { continue };
            if app.shutdown.is_cancelled() {
                return Ok(());
            }
            if app.registry.has(room) {
                continue;
            }
            let at = Time(u64::try_from(at).unwrap_or(0));
            match app.registry.wake(room, at).await {
                Ok(()) => tracing::debug!(%room, "a turn has lasted for days"),
                // Another server has the room and handles its alarm.
                Err(Unavailable::Elsewhere) => {}
                // There is no space in memory for the other rooms either.
                Err(Unavailable::Full) => return Ok(()),
                Err(reason) => {
                    tracing::debug!(%room, %reason, "a room that is due stays where it is");
                }
            }
        }
    }
}
