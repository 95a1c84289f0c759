//! Tells the service manager (systemd) how the server is, if it asks for that with
//! `NOTIFY_SOCKET` and `WATCHDOG_USEC`.

use std::io;

use sd_notify::NotifyState;
use tokio::time::{MissedTickBehavior, interval};

/// Reports that clients are served.
pub fn ready() {
    notify(&NotifyState::Ready);
}

/// Reports that the server is about to stop.
pub fn stopping() {
    notify(&NotifyState::Stopping);
}

/// Reports again and again that tasks run, if the service manager asks for that. It restarts a
/// server whose reports stop.
pub async fn keep_alive() {
    let Some(within) = sd_notify::watchdog_enabled() else {
        return;
    };
    let mut ticks = interval(within / 2);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        notify(&NotifyState::Watchdog);
    }
}

fn notify(state: &NotifyState<'_>) {
    let done: io::Result<()> = sd_notify::notify(std::slice::from_ref(state));
    if let Err(error) = done {
        tracing::warn!(%error, "the service manager can't be notified");
    }
}
