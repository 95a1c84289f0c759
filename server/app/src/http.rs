//! The table of HTTP routes, and the layers that all of them share.

mod access_log;
mod admit;
mod days;
mod frame;
mod games;
mod health;
mod lessons;
pub mod metrics;
mod pages;
mod prefix;
pub mod problem;
mod puzzles;
pub mod request;
mod rooms;
mod session;
pub mod socket;
mod webhook;

use axum::{
    Router,
    extract::Request,
    http::{
        HeaderMap, StatusCode, Uri, header,
        uri::{Authority, PathAndQuery},
    },
    middleware::from_fn_with_state,
    response::{IntoResponse, Redirect},
    routing::{delete, get, post},
};
use tower::util::MapRequestLayer;
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};

use self::frame::frame;
use crate::{app::App, http::problem::Problem};

/// The bodies of requests and responses, for the description of the API.
#[cfg(feature = "types")]
pub mod bodies {
    pub use super::{
        days::{DayDeal, DayOpening},
        games::{
            Replayed, Reviewing,
            game_file::ReplayedFile,
            lists::{GameList, PersonPage},
            ratings::{OwnRatings, RatingChanges, RatingTable},
        },
        lessons::Attempt,
        puzzles::{PuzzleActions, PuzzleAttempt, PuzzleList},
        rooms::{Found, Opened, Opening},
        session::{
            Arrived, Change, Named,
            data::PersonalData,
            devices::{Devices, Entry, LinkCode, Nothing, RecoveryCode},
            games::Opponents,
            page::{OwnPageShown, WantedPage},
            passkeys::{Asked as PasskeyChallenge, Passkeys},
            push::{Asked as Subscription, Notified},
            rooms::Rooms,
        },
        webhook::{Asked as NewWebhook, WebhookOfRoom},
    };
    pub use crate::{
        live::{lobby::LobbyMessage, reviews::MissedGoals},
        notifications::delivery::Trial,
        people::passkey::{Made as NewPasskey, Shown as ShownPasskey},
    };
}

/// Returns all routes of the server: the clients', and those of the operator over the network.
pub fn routes(app: App, operators: Router<App>) -> Router {
    let api = session_routes()
        .route("/api/lessons/{game}/{lesson}", post(lessons::attempt))
        .route("/api/rooms", post(rooms::open))
        .route("/api/rooms/{room}", get(rooms::show))
        .route("/api/rooms/{room}/games", get(games::lists::of_room))
        .route("/api/rooms/{room}/games/{round}", get(games::file))
        .route(
            "/api/rooms/{room}/games/{round}/notation",
            get(games::notation),
        )
        .route(
            "/api/rooms/{room}/games/{round}/review",
            post(games::review),
        )
        .route("/api/rooms/{room}/games/{round}/replay", get(games::replay))
        .route(
            "/api/rooms/{room}/games/{round}/missed",
            post(games::missed),
        )
        .route("/api/puzzles/{game}", get(puzzles::list))
        .route("/api/puzzles/{game}/{puzzle}", post(puzzles::attempt))
        .route("/api/days/{game}", get(days::show).post(days::play))
        .route(
            "/api/rooms/{room}/games/{round}/ratings",
            get(games::ratings::changes),
        )
        .route("/api/ratings", get(games::ratings::table))
        .route("/api/games", get(games::lists::latest))
        .route("/api/people/{person_id}", get(games::lists::person))
        .route("/api/replay", post(games::game_file::replay))
        .route("/api/games/{game_id}", get(games::replay))
        .route("/api/games/{game_id}/file", get(games::file))
        .route("/api/games/{game_id}/notation", get(games::notation))
        .route("/api/games/{game_id}/review", post(games::review))
        .route("/api/games/{game_id}/missed", post(games::missed))
        .route(
            "/api/games/{game_id}/missed/{version}",
            post(games::missed::attempt),
        )
        .route(
            "/api/rooms/{room}/webhook",
            get(webhook::show).put(webhook::set).delete(webhook::remove),
        )
        .route("/api/rooms/{room}/webhook/trial", post(webhook::try_it))
        .route(
            "/api/rooms/{room}/socket",
            get(socket::room).post(socket::why_no_room),
        )
        .route(
            "/api/rooms/{room}/entry",
            get(socket::entry).post(socket::why_no_room),
        )
        .route(
            "/api/rooms/{room}/screen",
            get(socket::screen).post(socket::why_no_screen),
        )
        .route(
            "/api/lobby/socket",
            get(socket::lobby).post(socket::why_no_lobby),
        )
        .merge(operators);
    with_frames(pages(&app), api, app)
}

/// Returns the routes below `/api/session`.
fn session_routes() -> Router<App> {
    Router::new()
        .route(
            "/api/session",
            post(session::arrive)
                .put(session::change)
                .delete(session::forget::forget),
        )
        .route("/api/session/rooms", get(session::rooms::list))
        .route("/api/session/games", get(session::games::list))
        .route("/api/session/ratings", get(games::ratings::own))
        .route("/api/session/opponents", get(session::games::opponents))
        .route(
            "/api/session/page",
            get(session::page::show)
                .put(session::page::set)
                .delete(session::page::remove),
        )
        .route("/api/session/devices", get(session::devices::list))
        .route(
            "/api/session/devices/{id}",
            delete(session::devices::sign_out),
        )
        .route(
            "/api/session/push",
            get(session::push::show)
                .put(session::push::subscribe)
                .delete(session::push::unsubscribe),
        )
        .route(
            "/api/session/passkeys",
            get(session::passkeys::list).post(session::passkeys::make),
        )
        .route(
            "/api/session/passkeys/{id}",
            delete(session::passkeys::remove),
        )
        .route(
            "/api/session/passkeys/challenge",
            post(session::passkeys::ask),
        )
        .route(
            "/api/session/passkeys/enter",
            post(session::passkeys::enter),
        )
        .route("/api/session/link", post(session::devices::link))
        .route("/api/session/recovery", post(session::devices::recovery))
        .route("/api/session/enter", post(session::devices::enter))
        .route("/api/session/data", get(session::data::data))
}

/// Returns the routes of the pages and of their files, and the health probes.
fn pages(app: &App) -> Router<App> {
    let mut pages = Router::new()
        .route("/", get(pages::lobby))
        .route("/r/{room}", get(pages::room))
        .route("/r/{room}/games/{round}", get(pages::check))
        .route("/r/{room}/tv", get(pages::screens::room))
        .route("/tv", get(pages::screens::television))
        .route("/embed/r/{room}", get(pages::screens::embedded_room))
        .route("/embed/g/{game_id}", get(pages::screens::embedded_replay))
        .route("/g/{game_id}", get(pages::replay))
        .route("/g/{game_id}/check", get(pages::check))
        .route("/check", get(pages::check))
        .route("/docs", get(pages::documentation))
        .route("/docs/{*path}", get(pages::document))
        .route("/api/docs", get(pages::api))
        .route("/api/docs/{file}", get(pages::api_file))
        .route("/you", get(pages::you))
        .route("/games", get(pages::games))
        .route("/games/latest", get(pages::latest))
        .route("/today", get(pages::of_games::today))
        .route("/today/{game}", get(pages::of_games::today))
        .route("/puzzles", get(pages::of_games::puzzles))
        .route("/puzzles/{game}", get(pages::of_games::puzzles))
        .route("/ratings", get(pages::ratings))
        .route("/p/{person_id}", get(pages::person))
        .route("/how/{game}", get(pages::of_games::how))
        .route("/learn/{game}", get(pages::of_games::learn))
        .route("/a/{edition}/{*path}", get(pages::named))
        .route("/.well-known/security.txt", get(pages::security))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .fallback(pages::file);
    if app.settings.admin.token.is_some() {
        pages = pages.route("/admin", get(pages::admin));
    }
    pages
}

/// Wraps pages and the API in the layers that all requests share. Responses of the API carry the id
/// of their request in the log; for the many files of a page that header would be a waste.
pub fn with_frames(pages: Router<App>, api: Router<App>, app: App) -> Router {
    let framed = |routes: Router<App>| {
        let routes = routes.method_not_allowed_fallback(|| async { Problem::MethodNotAllowed });
        frame(routes, &app)
    };
    let prefix = app.settings.prefix().clone();
    let routes = framed(pages)
        .merge(framed(api).layer(PropagateRequestIdLayer::x_request_id()))
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .layer(MapRequestLayer::new(without_id))
        .with_state(app);
    prefix::under(&prefix, routes)
}

/// Removes the request id that a client sent, so that the log has only ids that the server
/// generated.
fn without_id(mut request: Request) -> Request {
    request.headers_mut().remove("x-request-id");
    request
}

/// Returns the routes for plain http to a server that speaks https: all lead to the same address
/// over https.
pub fn to_https() -> Router {
    Router::new().fallback(|uri: Uri, headers: HeaderMap| async move {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        let host = host.and_then(|host| host.parse::<Authority>().ok());
        let path = uri.path_and_query().map_or("/", PathAndQuery::as_str);
        match host {
            Some(host) => Redirect::permanent(&format!("https://{host}{path}")).into_response(),
            None => StatusCode::BAD_REQUEST.into_response(),
        }
    })
}

/// Returns the routes for connections beyond the limit: all are answered that the server is full,
/// except the health probes. Without lines in the access log, an address that floods the server
/// with connections would be in none.
pub fn when_full(app: App) -> Router {
    let prefix = app.settings.prefix().clone();
    let mut routes = Router::new()
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .fallback(|| async { Problem::Full });
    if app.settings.access_log {
        routes = routes.layer(from_fn_with_state(app.clone(), access_log::log));
    }
    prefix::under(&prefix, routes.with_state(app))
}
