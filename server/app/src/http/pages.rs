//! Serves the client's pages and files.

pub(super) mod of_games;
pub(super) mod screens;

use std::fmt::Write;

use axum::{
    extract::{Path, RawQuery, State},
    http::{Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Redirect, Response},
};

use senda_rules::GameKind;
use senda_store::{GameId, PageId, RoomId, process::utc};
use tokio::time::{Instant, timeout, timeout_at};

use crate::{
    app::App,
    assets::{Assets, Page, Part, Preview, Reader, Subject, Who},
    http::{problem::Problem, request::Client},
    limits,
    net::origin,
    process::time::milliseconds,
    settings::PathPrefix,
};

/// The page that browsers keep for the time when the server can't be reached.
const OFFLINE: &str = "offline.html";

/// Serves the page of the lobby.
pub(super) async fn lobby(State(app): State<App>, reader: Reader) -> Response {
    let first = GameKind::ALL.first().expect("a game").word();
    let path = "/".to_owned();
    previewed(
        &app,
        &Page::lobby(first),
        (Subject::SENDA, first, path),
        &reader,
    )
}

/// Serves a page with the preview data of its link: the subject of the page, its game and its path.
fn previewed(
    app: &App,
    page: &Page,
    (subject, game, path): (Subject, &str, String),
    reader: &Reader,
) -> Response {
    let preview = Preview {
        subject,
        game: game.to_owned(),
        origin: origin::of_links(
            &reader.headers,
            app.settings.public_url(&reader.headers),
            &app.settings.tls,
        ),
        path,
    };
    app.assets
        .previewed(page, &preview, reader)
        .unwrap_or_else(|| missing(&app.assets, reader))
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
    reader: Reader,
) -> Response {
    if let Some(redirect) = to_room(app.settings.prefix(), &room, query.as_deref()) {
        return redirect.into_response();
    }
    let known = match (room.parse(), app.admission.request(source)) {
        (Ok(room), Ok(_asking)) => known(&app, room).await,
        (Err(_), _) => Known::NoRoom,
        (_, Err(_)) => Known::Nothing,
    };
    match known {
        Known::Room { game, playing, who } => {
            let part = if playing { Part::Board } else { Part::Words };
            let page = Page::room(Some((&game, part)));
            let subject = Subject::Room { playing, who };
            previewed(&app, &page, (subject, &game, format!("/r/{room}")), &reader)
        }
        Known::Nothing => page(&app.assets, &Page::room(None), &reader),
        Known::NoRoom => not_found(&app.assets, &Page::room(None), &reader),
    }
}

/// Serves the page of a replay, with the players in its head, for chats that show a preview of a
/// link. As with rooms, probing here is limited like probing through the API.
pub(super) async fn replay(
    State(app): State<App>,
    Client(source): Client,
    Path(id): Path<String>,
    reader: Reader,
) -> Response {
    let unknown = Page::replay(None);
    let found = match (id.parse(), app.admission.request(source)) {
        (Ok(id), Ok(_asking)) => finished(&app, id).await,
        (Err(_), _) => Finished::NoGame,
        (_, Err(_)) => Finished::Nothing,
    };
    match found {
        Finished::Game { game, players } => {
            let subject = Subject::Replay { players };
            let page = Page::replay(Some(&game));
            previewed(&app, &page, (subject, &game, format!("/g/{id}")), &reader)
        }
        Finished::Nothing => page(&app.assets, &unknown, &reader),
        Finished::NoGame => not_found(&app.assets, &unknown, &reader),
    }
}

/// The result of a look-up for the page of a replay.
enum Finished {
    /// The data for the preview of the game.
    Game {
        game: String,
        /// The names of the players in the order of their places.
        players: Vec<String>,
    },
    /// The database has no such game.
    NoGame,
    /// The data is not available at once, or the client has asked for too many games.
    Nothing,
}

/// Returns the data for the preview of a replay, as far as it is available within
/// [`limits::PAGE_TIME`].
async fn finished(app: &App, id: GameId) -> Finished {
    match timeout(limits::PAGE_TIME, app.store.finished_game_shown(id)).await {
        Ok(Ok(Some((game, players)))) => Finished::Game { game, players },
        Ok(Ok(None)) => Finished::NoGame,
        Ok(Err(_)) | Err(_) => Finished::Nothing,
    }
}

/// Returns the redirect to a room's canonical address if a link names the room in another way. The
/// client reads the id from the address, so the page can't be served under the other name.
fn to_room(prefix: &PathPrefix, named: &str, query: Option<&str>) -> Option<Redirect> {
    let room = RoomId::from_link(named).filter(|room| room.as_str() != named)?;
    Some(to(&format!("{prefix}/r/{room}"), query))
}

/// Returns the redirect that removes trailing slashes from a page's address. Some programs add them
/// to links.
fn without_slash(prefix: &PathPrefix, uri: &Uri) -> Option<Redirect> {
    const PAGES: [&str; 7] = [
        "/check", "/docs", "/games", "/puzzles", "/today", "/tv", "/you",
    ];
    const FOLDERS: [&str; 9] = [
        "/r/",
        "/g/",
        "/p/",
        "/games/",
        "/puzzles/",
        "/today/",
        "/embed/",
        "/how/",
        "/learn/",
    ];
    let path = uri.path().trim_end_matches('/');
    let is_page = PAGES.contains(&path) || FOLDERS.iter().any(|folder| path.starts_with(folder));
    (is_page && path != uri.path()).then(|| to(&format!("{prefix}{path}"), uri.query()))
}

/// Returns the redirect to another path of the host, with the query of the request.
pub(super) fn to(path: &str, query: Option<&str>) -> Redirect {
    match query {
        Some(query) => Redirect::permanent(&format!("{path}?{query}")),
        None => Redirect::permanent(path),
    }
}

/// The result of a look-up for a room's page.
enum Known {
    /// The data for the preview of the room.
    Room {
        game: String,
        playing: bool,
        who: Option<Who>,
    },
    /// The database has no such room.
    NoRoom,
    /// The data is not available at once, or the client has asked for too many rooms.
    Nothing,
}

/// Returns the data for the preview of a room, as far as it is available within
/// [`limits::PAGE_TIME`]. Without it, the page requests the game's files later.
async fn known(app: &App, room: RoomId) -> Known {
    let over = Instant::now() + limits::PAGE_TIME;
    let (game, playing) = match timeout_at(over, app.store.game_shown(room)).await {
        Ok(Ok(Some(shown))) => shown,
        Ok(Ok(None)) => return Known::NoRoom,
        Ok(Err(_)) | Err(_) => return Known::Nothing,
    };
    let summary = async {
        match app.summary(room).await {
            Some(summary) => Some(summary),
            None => app.store.summary(room).await.ok().flatten(),
        }
    };
    let who = timeout_at(over, summary).await.ok().flatten();
    let who = who.map(|summary| Who {
        host: summary.host,
        seated: summary.seated.len(),
        seats: summary.seats,
        locked: summary.locked,
        no_spectators: summary.no_spectators,
    });
    Known::Room { game, playing, who }
}

/// Serves the page that verifies a finished game, one of a room or one in a file.
pub(super) async fn check(State(app): State<App>, reader: Reader) -> Response {
    page(&app.assets, &Page::CHECK, &reader)
}

/// Serves the page of the operator.
pub(super) async fn admin(State(app): State<App>, reader: Reader) -> Response {
    page(&app.assets, &Page::ADMIN, &reader)
}

/// Serves the page with the player's name and devices.
pub(super) async fn you(State(app): State<App>, reader: Reader) -> Response {
    page(&app.assets, &Page::YOU, &reader)
}

/// Serves the page with the finished games of the player.
pub(super) async fn games(State(app): State<App>, reader: Reader) -> Response {
    page(&app.assets, &Page::GAMES, &reader)
}

/// Serves the page with the ratings of people who show them, and with the player's own.
pub(super) async fn ratings(State(app): State<App>, reader: Reader) -> Response {
    page(&app.assets, &Page::RATINGS, &reader)
}

/// Serves the page with the latest games of public rooms, where the lobby lists rooms.
pub(super) async fn latest(State(app): State<App>, reader: Reader) -> Response {
    if app.settings.public_lobby {
        page(&app.assets, &Page::GAMES, &reader)
    } else {
        missing(&app.assets, &reader)
    }
}

/// Serves the page of a person. One that the person doesn't want comes with status 404, as one that
/// never existed. As with rooms, probing here is limited like probing through the API.
pub(super) async fn person(
    State(app): State<App>,
    Client(source): Client,
    Path(id): Path<String>,
    reader: Reader,
) -> Response {
    let is_there = match (id.parse(), app.admission.request(source)) {
        (Ok(id), Ok(_asking)) => has_page(&app, id).await,
        (Err(_), _) => false,
        (_, Err(_)) => true,
    };
    if is_there {
        page(&app.assets, &Page::PERSON, &reader)
    } else {
        not_found(&app.assets, &Page::PERSON, &reader)
    }
}

/// Returns whether a person has a page, as far as that is known within [`limits::PAGE_TIME`].
async fn has_page(app: &App, id: PageId) -> bool {
    match timeout(limits::PAGE_TIME, app.store.public_page(id)).await {
        Ok(Ok(Some(page))) => !app.moderation.bans_player(page.player, app.clock.now()),
        Ok(Ok(None)) => false,
        Ok(Err(_)) | Err(_) => true,
    }
}

/// Serves the first page of the documentation.
pub(super) async fn documentation(app: State<App>, reader: Reader) -> Response {
    document(app, Path(String::new()), reader).await
}

/// Serves a page of the documentation, or a picture in it.
pub(super) async fn document(
    State(app): State<App>,
    Path(path): Path<String>,
    reader: Reader,
) -> Response {
    app.assets
        .document(&path, &reader)
        .unwrap_or_else(|| missing(&app.assets, &reader))
}

/// Serves the page that describes the API.
pub(super) async fn api(State(app): State<App>, reader: Reader) -> Response {
    app.assets
        .api(&reader)
        .unwrap_or_else(|| missing(&app.assets, &reader))
}

/// Serves a description of the API as a file for programs.
pub(super) async fn api_file(
    State(app): State<App>,
    Path(name): Path<String>,
    reader: Reader,
) -> Response {
    app.assets
        .api_file(&name, &reader.headers)
        .unwrap_or_else(|| missing(&app.assets, &reader))
}

/// Serves the contact for reports of vulnerabilities (RFC 9116), if the operator has named one. The
/// operator is present for as long as the server runs, so its end moves along.
pub(super) async fn security(State(app): State<App>, reader: Reader) -> Response {
    let Some(contact) = &app.settings.site.security_contact else {
        return missing(&app.assets, &reader);
    };
    let end = app
        .clock
        .now()
        .plus(milliseconds(limits::SECURITY_CONTACT_LASTS));
    let mut text = format!(
        "Contact: {contact}\nExpires: {}T00:00:00Z\n",
        utc::day(end.0)
    );
    for url in &app.settings.public_url {
        let origin = url.origin();
        writeln!(text, "Canonical: {origin}/.well-known/security.txt").expect("memory takes all");
    }
    text.into_response()
}

/// Serves a file of the client under the versioned address that a page uses.
pub(super) async fn named(
    State(app): State<App>,
    Path((edition, path)): Path<(String, String)>,
    reader: Reader,
) -> Response {
    app.assets
        .named(&edition, &path, &reader.headers)
        .unwrap_or_else(|| missing(&app.assets, &reader))
}

/// Serves a file of the client, or the page for a missing file.
pub(super) async fn file(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    reader: Reader,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Problem::NotFound.into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return Problem::MethodNotAllowed.into_response();
    }
    if let Some(redirect) = without_slash(app.settings.prefix(), &uri) {
        return redirect.into_response();
    }
    let served = match path {
        OFFLINE => app.assets.plain_page(path, &reader),
        _ => app.assets.file(path, &reader.headers),
    };
    served.unwrap_or_else(|| missing(&app.assets, &reader))
}

fn page(assets: &Assets, page: &Page, reader: &Reader) -> Response {
    assets
        .page(page, reader)
        .unwrap_or_else(|| missing(assets, reader))
}

/// Serves the 404 page, with a link to the start page.
fn missing(assets: &Assets, reader: &Reader) -> Response {
    not_found(assets, &Page::MISSING, reader)
}

/// Serves a page with status 404.
fn not_found(assets: &Assets, page: &Page, reader: &Reader) -> Response {
    let mut unconditional = reader.clone();
    unconditional.headers.remove(header::IF_NONE_MATCH);
    match assets.page(page, &unconditional) {
        Some(mut page) => {
            *page.status_mut() = StatusCode::NOT_FOUND;
            page
        }
        None => (StatusCode::NOT_FOUND, Html(leads_back(assets.prefix()))).into_response(),
    }
}

/// Returns the 404 page for a client that has none of its own.
fn leads_back(prefix: &PathPrefix) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><title>404</title><p>404</p>\
         <p><a href=\"{prefix}/\">Senda</a></p></html>\n"
    )
}
