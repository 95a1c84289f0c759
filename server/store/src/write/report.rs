//! How the database does, in the log: each hour, and at the end.

use std::sync::Arc;

use tokio::time::{Instant, interval_at};

use super::CommitFigures;
use crate::{Store, limits};

/// Says each hour what has been committed since the start; ends with the runtime.
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

/// Says what has been committed since the start, and how quickly the disk was.
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
