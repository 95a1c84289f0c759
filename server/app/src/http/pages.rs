//! The client's pages and files.

use axum::{
    extract::{Path, State},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};

use senda_rules::GameKind;
use tokio::time::timeout;

use crate::{
    app::App,
    assets::{Assets, Page, Part},
    limits,
    problem::Problem,
    room_id::RoomId,
};

/// The page of the lobby.
pub(super) async fn lobby(State(app): State<App>, headers: HeaderMap) -> Response {
    let first = GameKind::ALL.first().expect("a game");
    page(&app.assets, &Page::lobby(first.word()), &headers)
}

/// The page of a room; it finds out by itself whether there is one.
pub(super) async fn room(
    State(app): State<App>,
    Path(room): Path<String>,
    headers: HeaderMap,
) -> Response {
    let shown = match room.parse() {
        Ok(room) => shown(&app, room).await,
        Err(_) => None,
    };
    let game = shown.as_ref().map(|(game, part)| (game.as_str(), *part));
    page(&app.assets, &Page::room(game), &headers)
}

/// What the page of a room will need of its game, as far as that is known at once.
async fn shown(app: &App, room: RoomId) -> Option<(String, Part)> {
    let shown = timeout(limits::PAGE_TIME, app.store.game_shown(room)).await;
    let (game, is_playing) = shown.ok()?.ok()??;
    let part = if is_playing { Part::Board } else { Part::Words };
    Some((game, part))
}

/// Where a finished game is checked, one of a room's or one in a file.
pub(super) async fn check(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&app.assets, &Page::check(), &headers)
}

/// How a game is played: one page, that finds out by its address of which game it tells.
pub(super) async fn how(
    State(app): State<App>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    of_game(&app.assets, &game, Page::how_to, &headers)
}

/// Where a game is learnt by playing it: one page as well.
pub(super) async fn learn(
    State(app): State<App>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    of_game(&app.assets, &game, Page::lessons, &headers)
}

/// A page of the game that an address names.
fn of_game(assets: &Assets, game: &str, about: fn(&str) -> Page, headers: &HeaderMap) -> Response {
    if game.contains('_') {
        return missing(assets, headers);
    }
    page(assets, &about(&game.replace('-', "_")), headers)
}

/// What a page asks for.
pub(super) async fn named(
    State(app): State<App>,
    Path((edition, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    app.assets
        .named(&edition, &path, &headers)
        .unwrap_or_else(|| missing(&app.assets, &headers))
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
        .file(path, &headers)
        .unwrap_or_else(|| missing(&app.assets, &headers))
}

fn page(assets: &Assets, page: &Page, headers: &HeaderMap) -> Response {
    assets
        .page(page, headers)
        .unwrap_or_else(|| missing(assets, headers))
}

/// The page that leads back.
fn missing(assets: &Assets, headers: &HeaderMap) -> Response {
    let mut unconditional = headers.clone();
    unconditional.remove(header::IF_NONE_MATCH);
    match assets.page(&Page::missing(), &unconditional) {
        Some(mut page) => {
            *page.status_mut() = StatusCode::NOT_FOUND;
            page
        }
        None => (StatusCode::NOT_FOUND, axum::response::Html(LEADS_BACK)).into_response(),
    }
}

/// For a client without a page of its own for this.
const LEADS_BACK: &str = "<!doctype html><html lang=\"en\"><title>404</title><p>404</p><p><a href=\"/\">Senda</a></p></html>\n";
