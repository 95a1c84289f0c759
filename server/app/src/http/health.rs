//! Whether the process lives and can serve: `/health`.

use axum::{extract::State, http::StatusCode};

use crate::app::App;

/// The process answers.
pub(super) async fn live() -> &'static str {
    "live\n"
}

/// The store can be read and written, and the server does not stop.
pub(super) async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if !app.shutdown.is_cancelled() && app.store.is_ready().await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    }
}
