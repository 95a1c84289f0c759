//! The client's pages and files.

use axum::{
    extract::{Path, State},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};

use crate::{app::App, assets::Assets, problem::Problem};

/// The page of the lobby.
pub(super) async fn lobby(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&app.assets, "index.html", &headers)
}

/// The page of a room; it finds out by itself whether there is one.
pub(super) async fn room(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&app.assets, "room.html", &headers)
}

/// Where a finished game is checked, one of a room's or one in a file.
pub(super) async fn check(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&app.assets, "check.html", &headers)
}

/// How a game is played: one page, that finds out by its address of which game it tells.
pub(super) async fn how(
    State(app): State<App>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    let told = format!("games/{}/how-to/index.js", game.replace('-', "_"));
    if !game.contains('_') && app.assets.holds(&told) {
        page(&app.assets, "how-to.html", &headers)
    } else {
        missing(&app.assets, &headers)
    }
}

/// A file of the client, or that there is none.
pub(super) async fn file(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Problem::NotFound.into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return Problem::MethodNotAllowed.into_response();
    }
    app.assets
        .get(path, &headers)
        .unwrap_or_else(|| missing(&app.assets, &headers))
}

fn page(assets: &Assets, path: &str, headers: &HeaderMap) -> Response {
    assets
        .get(path, headers)
        .unwrap_or_else(|| missing(assets, headers))
}

/// The page that leads back.
fn missing(assets: &Assets, headers: &HeaderMap) -> Response {
    let mut unconditional = headers.clone();
    unconditional.remove(header::IF_NONE_MATCH);
    match assets.get("not-found.html", &unconditional) {
        Some(mut page) => {
            *page.status_mut() = StatusCode::NOT_FOUND;
            page
        }
        None => (StatusCode::NOT_FOUND, axum::response::Html(LEADS_BACK)).into_response(),
    }
}

/// For a client without a page of its own for this.
const LEADS_BACK: &str = "<!doctype html><html lang=\"en\"><title>404</title><p>404</p><p><a href=\"/\">Senda</a></p></html>\n";
