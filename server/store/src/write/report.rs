//! Logs the figures of the commits, every hour and when the server stops.

use std::sync::Arc;

use tokio::time::{Instant, interval_at};

use super::CommitFigures;
use crate::{Store, limits};

/// Logs the figures every hour if there were commits. It ends with the runtime.
pub async fn run(store: Arc<Store>) {
    let first = Instant::now() + limits::COMMITS_EVERY;
    let mut hours = interval_at(first, limits::COMMITS_EVERY);
    let mut logged = 0;
    loop {
        hours.tick().await;
        let figures = store.writer().figures();
        if figures.transactions > logged {
            logged = figures.transactions;
            log(figures);
        }
    }
}

/// Logs the number of commits since the start and their times.
pub fn log(figures: CommitFigures) {
    let CommitFigures {
        writes,
        transactions,
        longest,
        ..
    } = figures;
    tracing::info!(
        writes,
        transactions,
        mean = ?figures.mean(),
        ?longest,
        "committed since the start"
    );
}
