//! Serves the client's pages and files.

use axum::{
    extract::{Path, RawQuery, State},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Redirect, Response},
};

use senda_rules::GameKind;
use senda_store::RoomId;
use tokio::time::timeout;

use crate::{
    app::App,
    assets::{Assets, Invitation, Page, Part, Who},
    http::{problem::Problem, request::Client},
    limits,
    net::origin,
};

/// Serves the page of the lobby.
pub(super) async fn lobby(State(app): State<App>, headers: HeaderMap) -> Response {
    let first = GameKind::ALL.first().expect("a game");
    page(&app.assets, &Page::lobby(first.word()), &headers)
}

/// Serves the page of a room. The page finds out by itself whether the room exists. The room data
/// that is available at once is written into the page's head, for chats that show a preview of a
/// link.
///
/// A client must not be able to probe for rooms faster here than through the API. So this uses the
/// same rate limit, and beyond that limit the page comes without the room data.
pub(super) async fn room(
    State(app): State<App>,
    Client(source): Client,
    Path(room): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    if let Some(redirect) = to_room(&room, query.as_deref()) {
        return redirect.into_response();
    }
    let known = match (room.parse(), app.admission.request(source)) {
        (Ok(room), Ok(_asking)) => known(&app, room, &headers).await,
        _ => None,
    };
    let Some(invitation) = known else {
        return page(&app.assets, &Page::room(None), &headers);
    };
    let part = if invitation.playing {
        Part::Board
    } else {
        Part::Words
    };
    let page = Page::room(Some((&invitation.game, part)));
    app.assets
        .inviting_page(&page, &invitation, &headers)
        .unwrap_or_else(|| missing(&app.assets, &headers))
}

/// Returns the redirect to a room's canonical address if a link names the room in another way. The
/// client reads the id from the address, so the page can't be served under the other name.
fn to_room(named: &str, query: Option<&str>) -> Option<Redirect> {
    let room = RoomId::from_link(named).filter(|room| room.as_str() != named)?;
    Some(to(&format!("/r/{room}"), query))
}

/// Returns the redirect that removes trailing slashes from a page's address. Some programs add them
/// to links.
fn without_slash(uri: &Uri) -> Option<Redirect> {
    const PAGES: [&str; 2] = ["/check", "/you"];
    const FOLDERS: [&str; 3] = ["/r/", "/how/", "/learn/"];
    let path = uri.path().trim_end_matches('/');
    let is_page = PAGES.contains(&path) || FOLDERS.iter().any(|folder| path.starts_with(folder));
    (is_page && path != uri.path()).then(|| to(path, uri.query()))
}

fn to(path: &str, query: Option<&str>) -> Redirect {
    match query {
        Some(query) => Redirect::permanent(&format!("{path}?{query}")),
        None => Redirect::permanent(path),
    }
}

/// Returns the data for the preview of a room, if it is available within [`limits::PAGE_TIME`].
/// Otherwise the page is served without it, and requests the game's files later.
async fn known(app: &App, room: RoomId, headers: &HeaderMap) -> Option<Invitation> {
    let known = async {
        let (game, playing) = app.store.game_shown(room).await.ok()??;
        let summary = match app.summary(room).await {
            Some(summary) => Some(summary),
            None => app.store.summary(room).await.ok()?,
        };
        let who = summary.map(|summary| Who {
            host: summary.host,
            seated: summary.seated.len(),
            seats: summary.seats,
        });
        Some(Invitation {
            game,
            playing,
            who,
            origin: origin::of_links(headers, app.settings.public_url.as_ref()),
            path: format!("/r/{room}"),
        })
    };
    timeout(limits::PAGE_TIME, known).await.ok()?
}

/// Serves the page that verifies a finished game, one of a room or one in a file.
pub(super) async fn check(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&app.assets, &Page::check(), &headers)
}

/// Serves the page with the player's name and devices.
pub(super) async fn you(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&app.assets, &Page::you(), &headers)
}

/// Serves the rules page of a game. It is one page, which reads from its address which game to
/// explain.
pub(super) async fn how(
    State(app): State<App>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    of_game(&app.assets, &game, Page::how_to, &headers)
}

/// Serves the lessons page of a game. It is also one page for all games.
pub(super) async fn learn(
    State(app): State<App>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    of_game(&app.assets, &game, Page::lessons, &headers)
}

/// Serves a page about the game that an address names.
fn of_game(assets: &Assets, game: &str, about: fn(&str) -> Page, headers: &HeaderMap) -> Response {
    if game.contains('_') {
        return missing(assets, headers);
    }
    page(assets, &about(&game.replace('-', "_")), headers)
}

/// Serves a file of the client under the versioned address that a page uses.
pub(super) async fn named(
    State(app): State<App>,
    Path((edition, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    app.assets
        .named(&edition, &path, &headers)
        .unwrap_or_else(|| missing(&app.assets, &headers))
}

/// Serves a file of the client, or the page for a missing file.
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
    if let Some(redirect) = without_slash(&uri) {
        return redirect.into_response();
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

/// Serves the 404 page, with a link to the start page.
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

/// The 404 page for a client that has none of its own.
const LEADS_BACK: &str = "<!doctype html><html lang=\"en\"><title>404</title><p>404</p><p><a href=\"/\">Senda</a></p></html>\n";
