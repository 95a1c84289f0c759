//! How the database does, in the log: each hour, and at the end.

use std::sync::Arc;

use tokio::time::{Instant, interval_at};

use super::{CommitFigures, Store};
use crate::limits;

/// Says each hour what has been committed since the start; ends with the runtime.
pub async fn run(store: Arc<Store>) {
    let first = Instant::now() + limits::COMMITS_EVERY;
    let mut hours = interval_at(first, limits::COMMITS_EVERY);
    let mut said = 0;
    loop {
        hours.tick().await;
        let figures = store.writer().figures();
        if figures.transactions > said {
            said = figures.transactions;
            say(figures);
        }
    }
}

/// Says what has been committed since the start, and how quickly the disk was.
pub fn say(figures: CommitFigures) {
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
