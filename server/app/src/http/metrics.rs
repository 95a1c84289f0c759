//! Serves the figures of the process to Prometheus, on a listener of its own: `/metrics`.
//!
//! The figures contain no names, no ids of rooms and no addresses, and their labels have few values
//! each.

mod exposition;

use std::time::Duration;

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use prometheus_client::{encoding::text, registry::Registry};
use tokio::time::timeout;

use self::exposition::Exposition;
use crate::app::App;

/// The media type of the text format of `OpenMetrics`.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// The timeout for the database to report its size, and again to count the open reports. Without an
/// answer the figures come without it, since they matter most when the database hangs.
const SIZE_TIME: Duration = Duration::from_millis(500);

/// Returns the routes of the listener for Prometheus.
pub fn routes(app: App) -> Router {
    Router::new()
        .route("/metrics", get(scrape))
        .fallback(|| async { (StatusCode::NOT_FOUND, "the figures are at /metrics\n") })
        .with_state(app)
}

/// Responds with the figures now.
async fn scrape(State(app): State<App>) -> Response {
    let size = timeout(SIZE_TIME, app.store.size()).await;
    let database_bytes = size.ok().and_then(Result::ok);
    let open = timeout(SIZE_TIME, app.store.open_reports()).await;
    let open_reports = open.ok().and_then(Result::ok);
    let mut registry = Registry::default();
    registry.register_collector(Box::new(Exposition {
        app,
        database_bytes,
        open_reports,
    }));
    let mut body = String::new();
    // A collector of figures in memory has no reason to fail.
    if text::encode(&mut body, &registry).is_err() {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    ([(header::CONTENT_TYPE, OPEN_METRICS)], body).into_response()
}
