//! The client's pages and files.

use axum::{
    extract::{Path, RawQuery, State},
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Redirect, Response},
};

use senda_rules::GameKind;
use tokio::time::timeout;

use crate::{
    app::App,
    assets::{Assets, Invitation, Page, Part, Who},
    limits, origin,
    problem::Problem,
    request::Client,
    room_id::RoomId,
};

/// The page of the lobby.
pub(super) async fn lobby(State(app): State<App>, headers: HeaderMap) -> Response {
    let first = GameKind::ALL.first().expect("a game");
    page(&app.assets, &Page::lobby(first.word()), &headers)
}

/// The page of a room; it finds out by itself whether there is one. What is known of the room at once is said in its
/// head, for chats in which its link is sent.
///
/// Whether there is a room, and whose, must not be found out faster here than from the API: it costs the same allowance,
/// and beyond that the page comes without.
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

/// The redirect to a room's own address from a link that names the room in another way. The client reads the id from
/// the address, so the page can't be served there.
fn to_room(named: &str, query: Option<&str>) -> Option<Redirect> {
    let room = RoomId::from_link(named).filter(|room| room.as_str() != named)?;
    Some(to(&format!("/r/{room}"), query))
}

/// The redirect from the address of a page with slashes behind it, as some programs write links.
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

/// What is known of a room at once; its page comes without otherwise, and asks for the game's files later.
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

/// Where a finished game is checked, one of a room's or one in a file.
pub(super) async fn check(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&app.assets, &Page::check(), &headers)
}

/// One's name and devices.
pub(super) async fn you(State(app): State<App>, headers: HeaderMap) -> Response {
    page(&app.assets, &Page::you(), &headers)
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
