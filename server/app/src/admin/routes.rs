//! The table of the operator's routes.

use axum::{
    Router,
    extract::DefaultBodyLimit,
    routing::{delete, get, post},
};

use super::{notice, people, reports, rooms, server};
use crate::{app::App, http::problem::Problem, limits};

/// Returns the operator's routes with the answers to all other requests, for the socket.
pub(super) fn routes(app: App) -> Router {
    table()
        .fallback(|| async { Problem::NotFound })
        .method_not_allowed_fallback(|| async { Problem::MethodNotAllowed })
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .with_state(app)
}

/// Returns the operator's routes.
pub(super) fn table() -> Router<App> {
    Router::new()
        .route("/api/admin/rooms", get(rooms::list))
        .route(
            "/api/admin/rooms/{room}",
            get(rooms::show).delete(rooms::delete),
        )
        .route("/api/admin/rooms/{room}/close", post(rooms::close))
        .route("/api/admin/rooms/{room}/open", post(rooms::open))
        .route("/api/admin/rooms/{room}/lock", post(rooms::lock))
        .route("/api/admin/rooms/{room}/unlock", post(rooms::unlock))
        .route("/api/admin/people", get(people::find))
        .route("/api/admin/people/{person}", delete(people::forget))
        .route(
            "/api/admin/bans",
            get(people::bans).post(people::ban).delete(people::unban),
        )
        .route(
            "/api/admin/notice",
            get(notice::show).put(notice::set).delete(notice::clear),
        )
        .route(
            "/api/admin/drain",
            get(server::drain_state).put(server::drain),
        )
        .route("/api/admin/reports", get(reports::list))
        .route("/api/admin/reports/{report}", get(reports::show))
        .route("/api/admin/reports/{report}/settle", post(reports::settle))
        .route("/api/admin/bots", get(server::bots))
        .route("/api/admin/storage", get(server::storage))
        .route("/api/admin/backups", post(server::back_up))
}
