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
    assets::{About, Assets, Invitation, Page, Part, PreviewKeys, Who},
    http::{problem::Problem, request::Client},
    limits,
    net::origin,
};

/// Serves the page of the lobby.
pub(super) async fn lobby(State(app): State<App>, headers: HeaderMap) -> Response {
    let first = GameKind::ALL.first().expect("a game").word();
    let about = about(&app, About::SENDA, first, "/", &headers);
    app.assets
        .page_about(&Page::lobby(first), &about, &headers)
        .unwrap_or_else(|| missing(&app.assets, &headers))
}

/// Returns the preview data of a page that is not about a room.
fn about(app: &App, keys: PreviewKeys, game: &str, path: &str, headers: &HeaderMap) -> About {
    About {
        keys,
        game: game.to_owned(),
        origin: origin::of_links(headers, app.settings.public_url.as_ref()),
        path: path.to_owned(),
    }
}

/// Serves the page of a room. The room data that is available at once is written into the page's
/// head, for chats that show a preview of a link. If there is no such room, the page finds out by
/// itself and says so; it comes with status 404.
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
        (Err(_), _) => Known::NoRoom,
        (_, Err(_)) => Known::Nothing,
    };
    let invitation = match known {
        Known::Room(invitation) => invitation,
        Known::Nothing => return page(&app.assets, &Page::room(None), &headers),
        Known::NoRoom => return not_found(&app.assets, &Page::room(None), &headers),
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

/// The result of a look-up for a room's page.
enum Known {
    /// The data for the preview of the room.
    Room(Invitation),
    /// The database has no such room.
    NoRoom,
    /// The data is not available at once, or the client has asked for too many rooms.
    Nothing,
}

/// Returns the data for the preview of a room, if it is available within [`limits::PAGE_TIME`].
/// Otherwise the page is served without it, and requests the game's files later.
async fn known(app: &App, room: RoomId, headers: &HeaderMap) -> Known {
    let known = async {
        let (game, playing) = match app.store.game_shown(room).await {
            Ok(Some(shown)) => shown,
            Ok(None) => return Known::NoRoom,
            Err(_) => return Known::Nothing,
        };
        let summary = match app.summary(room).await {
            Some(summary) => Ok(Some(summary)),
            None => app.store.summary(room).await,
        };
        let Ok(summary) = summary else {
            return Known::Nothing;
        };
        let who = summary.map(|summary| Who {
            host: summary.host,
            seated: summary.seated.len(),
            seats: summary.seats,
            locked: summary.locked,
            no_spectators: summary.no_spectators,
        });
        Known::Room(Invitation {
            game,
            playing,
            who,
            origin: origin::of_links(headers, app.settings.public_url.as_ref()),
            path: format!("/r/{room}"),
        })
    };
    let known = timeout(limits::PAGE_TIME, known).await;
    known.unwrap_or(Known::Nothing)
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
    of_game(&app, &game, (Page::how_to, About::HOW_TO, "/how"), &headers)
}

/// Serves the lessons page of a game. It is also one page for all games.
pub(super) async fn learn(
    State(app): State<App>,
    Path(game): Path<String>,
    headers: HeaderMap,
) -> Response {
    of_game(
        &app,
        &game,
        (Page::lessons, About::LESSONS, "/learn"),
        &headers,
    )
}

/// Serves a page about the game that an address names, or the page for a missing file if there is
/// no such game.
fn of_game(
    app: &App,
    named: &str,
    (of, keys, folder): (fn(&str) -> Page, PreviewKeys, &str),
    headers: &HeaderMap,
) -> Response {
    let mut games = GameKind::ALL.iter().map(|kind| kind.word());
    let Some(game) = games.find(|game| game.replace('_', "-") == named) else {
        return missing(&app.assets, headers);
    };
    let about = about(app, keys, game, &format!("{folder}/{named}"), headers);
    app.assets
        .page_about(&of(game), &about, headers)
        .unwrap_or_else(|| missing(&app.assets, headers))
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
    not_found(assets, &Page::missing(), headers)
}

/// Serves a page with status 404.
fn not_found(assets: &Assets, page: &Page, headers: &HeaderMap) -> Response {
    let mut unconditional = headers.clone();
    unconditional.remove(header::IF_NONE_MATCH);
    match assets.page(page, &unconditional) {
        Some(mut page) => {
            *page.status_mut() = StatusCode::NOT_FOUND;
            page
        }
        None => (StatusCode::NOT_FOUND, axum::response::Html(LEADS_BACK)).into_response(),
    }
}

/// The 404 page for a client that has none of its own.
const LEADS_BACK: &str = "<!doctype html><html lang=\"en\"><title>404</title><p>404</p><p><a href=\"/\">Senda</a></p></html>\n";
