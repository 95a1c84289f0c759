//! The liveness and readiness probes: `/health`.

use axum::{extract::State, http::StatusCode};

use crate::app::App;

/// Answers 200 for as long as the process can answer at all.
pub(super) async fn live() -> &'static str {
    "live\n"
}

/// Answers 200 if the store can be read and written and the server is not shutting down, otherwise
/// 503.
pub(super) async fn ready(State(app): State<App>) -> (StatusCode, &'static str) {
    if !app.shutdown.is_cancelled() && app.store.is_ready().await {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    }
}
