//! The table of routes, and what all of them have in common.

mod games;
mod health;
mod impatient;
pub mod listen;
mod origin;
mod pages;
mod problem;
mod rooms;
mod session;

use std::net::{IpAddr, SocketAddr};

use axum::{
    Json, Router,
    extract::{
        ConnectInfo, DefaultBodyLimit, FromRequest, FromRequestParts, MatchedPath, Request, State,
        rejection::JsonRejection,
    },
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, request::Parts},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::de::DeserializeOwned;
use tokio::time::Instant;

use self::origin::OtherHost;
pub use self::{origin::is_own, problem::Problem, session::Known};
use crate::{
    App, limits,
    rate::{Pass, Source},
    settings::PublicUrl,
    socket,
    telemetry::Seldom,
};

/// Every path there is.
pub fn routes(app: App) -> Router {
    Router::new()
        .route("/", get(pages::lobby))
        .route("/r/{room}", get(pages::room))
        .route("/r/{room}/games/{round}", get(pages::check))
        .route("/check", get(pages::check))
        .route("/how/{game}", get(pages::how))
        .route("/api/session", post(session::arrive).put(session::rename))
        .route("/api/rooms", post(rooms::open))
        .route("/api/rooms/{room}", get(rooms::show))
        .route("/api/rooms/{room}/games/{round}", get(games::file))
        .route(
            "/api/rooms/{room}/games/{round}/notation",
            get(games::notation),
        )
        .route("/api/rooms/{room}/socket", get(socket::room))
        .route("/api/lobby/socket", get(socket::lobby))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .fallback(pages::file)
        .method_not_allowed_fallback(|| async { Problem::MethodNotAllowed })
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .layer(from_fn_with_state(app.clone(), frame))
        .with_state(app)
}

/// What those are told for whom there is no place; whoever watches over the process is not among them.
pub fn when_full(app: App) -> Router {
    Router::new()
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .fallback(|| async { Problem::Full })
        .with_state(app)
}

/// What a browser is told with every response.
const HEADERS: [(&str, &str); 3] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// What it is told where the public URL has https: to use nothing else for a year.
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// What it is told with a document: nothing inline, nothing from elsewhere, no frames. For a script, a style sheet
/// or data that says nothing, and would be a seventh of what a first visit costs.
const DOCUMENT_HEADERS: [(&str, &str); 2] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Whether a browser may make a document of the response, as far as its type says.
fn is_document(response: &Response) -> bool {
    const TYPES: [&str; 3] = ["text/html", "image/svg+xml", "application/problem+json"];
    let kind = response.headers().get(header::CONTENT_TYPE);
    kind.is_none_or(|kind| {
        TYPES
            .iter()
            .any(|one| kind.as_bytes().starts_with(one.as_bytes()))
    })
}

/// Around every request: its rate, the check of its origin, its time limit, the headers and a line in
/// the log (of the route, never of the path, the query or the cookie).
async fn frame(
    State(app): State<App>,
    client: Result<Client, Problem>,
    request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let mut response = match client.and_then(|client| admit(&app, client, &request)) {
        Ok(_asking) => match tokio::time::timeout(limits::REQUEST_TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Problem::Timeout.into_response(),
        },
        Err(problem) => problem.into_response(),
    };
    if app.is_https() {
        response
            .headers_mut()
            .insert(header::STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
    let of_documents = is_document(&response).then_some(DOCUMENT_HEADERS);
    for (name, value) in HEADERS
        .into_iter()
        .chain(of_documents.into_iter().flatten())
    {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    if !response.headers().contains_key(header::CACHE_CONTROL) {
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let route = route.as_ref().map_or("-", MatchedPath::as_str);
    let milliseconds = started.elapsed().as_millis();
    let status = response.status().as_u16();
    tracing::debug!(%method, route, status, milliseconds, "request");
    response
}

/// Whether the request may go on, before anything is read or looked up for it. One to `/api` has a
/// place among those that are being answered.
fn admit(app: &App, Client(source): Client, request: &Request) -> Result<Option<Pass>, Problem> {
    let public = app.settings.public_url.as_ref();
    let path = request.uri().path();
    // Whoever asks whether it is healthy knows the machine, not the name that browsers have for it.
    if !path.starts_with(HEALTH) {
        origin::is_for_this(request.uri(), request.headers(), public)
            .map_err(|other| unknown_host(public, other))?;
    }
    let asking = if path.starts_with("/api/") {
        // Whoever is refused for what all ask together keeps their share.
        let asking = app.asking.enter(source).map_err(|_| Problem::Busy)?;
        app.requests.take(source)?;
        Some(asking)
    } else {
        None
    };
    if !request.method().is_safe() && !origin::may_change(request.headers(), public) {
        return Err(Problem::ForeignOrigin);
    }
    Ok(asking)
}

/// How the paths of those begin who watch over the process.
const HEALTH: &str = "/health/";

/// Says what to do about a proxy that does not pass on which host a browser asked for.
fn unknown_host(public: Option<&PublicUrl>, OtherHost(host): OtherHost) -> Problem {
    static UNKNOWN_HOST: Seldom = Seldom::each(limits::ADVICE_EVERY);
    let host = host.map_or_else(|| "none".to_owned(), |host| host.to_string());
    let (host, public) = (shortened(&host), public.map(PublicUrl::to_string));
    let public = public.unwrap_or_default();
    if UNKNOWN_HOST.may_speak() {
        tracing::warn!(
            host,
            public,
            "a request for another host than that of --public-url was refused; if a proxy sent it, let \
             it pass the Host header on (nginx: proxy_set_header Host $http_host)"
        );
    }
    Problem::UnknownHost(format!(
        "This server is reached as {public}, and the request is for the host {host}. A proxy must pass \
         on the Host header as it was (nginx: proxy_set_header Host $http_host)"
    ))
}

/// A body of JSON.
#[derive(Debug)]
struct Body<T>(T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        match Json::from_request(request, app).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => Err(Problem::NotJson),
            Err(refusal) if refusal.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Problem::TooLarge)
            }
            Err(refusal) => Err(Problem::BadJson(shortened(&refusal.body_text()))),
        }
    }
}

/// Where a request comes from.
#[derive(Copy, Clone, Debug)]
pub struct Client(pub Source);

impl FromRequestParts<App> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .ok_or(Problem::Internal)?;
        let peer = peer.0.ip();
        let forwarded = if app.settings.trust_proxy {
            last_hop(&parts.headers)
        } else {
            None
        };
        if !parts.uri.path().starts_with(HEALTH) {
            advise(app.settings.trust_proxy, peer, forwarded, &parts.headers);
        }
        Ok(Self(Source::from(forwarded.unwrap_or(peer))))
    }
}

/// The address that the proxy has added. Only the last hop is its own word; those before it are the
/// client's.
fn last_hop(headers: &HeaderMap) -> Option<IpAddr> {
    let hops = headers.get_all(X_FORWARDED_FOR).iter().next_back()?;
    hops.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Says if those who come through a proxy all count as one address. Strangers can't make it say so: the
/// proxy is on this machine, or on a network of one's own.
fn advise(trust_proxy: bool, peer: IpAddr, forwarded: Option<IpAddr>, headers: &HeaderMap) {
    static NOT_TRUSTED: Seldom = Seldom::each(limits::ADVICE_EVERY);
    static NOT_SAID: Seldom = Seldom::each(limits::ADVICE_EVERY);
    if !is_near(peer) {
        return;
    }
    let names_others = || {
        [X_FORWARDED_FOR, header::FORWARDED]
            .iter()
            .any(|name| headers.contains_key(name))
    };
    if trust_proxy {
        if forwarded.is_none() && NOT_SAID.may_speak() {
            tracing::warn!(
                %peer,
                "by --trust-proxy a proxy stands before this server, and a request came without a client's \
                 address in X-Forwarded-For: all such share what one address may do"
            );
        }
    } else if names_others() && NOT_TRUSTED.may_speak() {
        tracing::warn!(
            %peer,
            "requests come through a proxy, and all who come through it share what one address may do: if \
             it is yours, let it set X-Forwarded-For and start with --trust-proxy"
        );
    }
}

/// Whether an address is this machine, or one of a network that the internet can't reach.
fn is_near(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => {
            address.is_loopback() || address.is_private() || address.is_link_local()
        }
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// An explanation for developers, of limited length.
pub fn shortened(text: &str) -> String {
    text.chars().take(limits::DETAIL_CHARACTERS).collect()
}
