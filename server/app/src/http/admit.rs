//! Admits or rejects each request before anything is read or looked up for it.

use std::net::SocketAddr;

use axum::{
    body::Bytes,
    extract::{ConnectInfo, FromRequest, FromRequestParts, Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{Html, IntoResponse, Response},
};

use crate::{
    app::App,
    assets::{Reader, escaped},
    http::{
        games::game_file,
        problem::{Problem, shortened},
        request::{Client, advise_on_https, is_health_check},
    },
    limits,
    net::origin::{self, OtherHost},
    process::telemetry::LogThrottle,
    settings::listed,
};

/// Passes a request on to its handler, or answers it with a [`Problem`].
pub(super) async fn admit(
    State(app): State<App>,
    client: Result<Client, Problem>,
    request: Request,
    next: Next,
) -> Response {
    let Client(source) = match client {
        Ok(client) => client,
        Err(problem) => return problem.into_response(),
    };
    // A health probe knows the machine by its address, not by the host name that browsers use.
    if !is_health_check(request.uri())
        && let Err(other) =
            origin::is_for_this(request.uri(), request.headers(), &app.settings.public_url)
    {
        return unknown_host(&app, request, other).await;
    }
    let admitted = async {
        if let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() {
            advise_on_https(&app.settings, peer.ip(), request.headers());
        }
        // A request to the API takes a slot among those that are being answered at the same time.
        let (asking, request) = if request.uri().path().starts_with("/api/") {
            let request = whole(request).await?;
            (Some(app.admission.request(source)?), request)
        } else {
            (None, request)
        };
        if !request.method().is_safe() {
            let public = app.settings.public_url(request.headers());
            origin::may_change(request.headers(), public)?;
        }
        Ok::<_, Problem>((asking, request))
    };
    match admitted.await {
        Ok((_asking, request)) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Returns the request with its whole body read. A client that sends its body slowly occupies no
/// slot meanwhile. A game file has a limit of its own, by which its handler reads it.
async fn whole(request: Request) -> Result<Request, Problem> {
    if request.method().is_safe() || request.uri().path() == game_file::PATH {
        return Ok(request);
    }
    let (parts, body) = request.into_parts();
    let body = Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await;
    let body = body.map_err(|refusal| match refusal.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::TooLarge,
        _ => Problem::BadJson(shortened(&refusal.body_text())),
    })?;
    Ok(Request::from_parts(parts, body.into()))
}

/// Rejects a request for another host. It also logs, throttled, how to configure a proxy that does
/// not pass on the host that a browser asked for. A person who opens a page gets a sentence and the
/// addresses of the server.
async fn unknown_host(app: &App, request: Request, OtherHost(host): OtherHost) -> Response {
    static UNKNOWN_HOST: LogThrottle = LogThrottle::each(limits::ADVICE_EVERY);
    let host = host.map_or_else(|| "none".to_owned(), |host| host.to_string());
    let (host, public) = (shortened(&host), listed(&app.settings.public_url));
    if UNKNOWN_HOST.may_speak() {
        tracing::warn!(
            host,
            public,
            "a request for another host than that of --public-url was refused; if a proxy sent it, let \
             it pass the Host header on (nginx: proxy_set_header Host $http_host); if browsers use that address as well, \
             add it to --public-url"
        );
    }
    if wants_page(&request) {
        let (mut parts, _) = request.into_parts();
        let Ok(reader) = Reader::from_request_parts(&mut parts, app).await;
        let page = wrong_address(app, &reader, &host);
        return (StatusCode::MISDIRECTED_REQUEST, Html(page)).into_response();
    }
    Problem::UnknownHost(format!(
        "This server is reached as {public}, and the request is for the host {host}. A proxy must pass \
         on the Host header as it was (nginx: proxy_set_header Host $http_host)"
    ))
    .into_response()
}

/// Returns whether a person has opened the address, and not a page or a program.
fn wants_page(request: &Request) -> bool {
    let accepted = request.headers().get(header::ACCEPT);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    request.method().is_safe()
        && !request.uri().path().starts_with("/api/")
        && accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// Returns the page for an unknown host. It requests no files, which would be rejected as well.
fn wrong_address(app: &App, reader: &Reader, host: &str) -> String {
    let language = app.assets.language(reader);
    let sentence = app
        .assets
        .sentence(&language, "line.unknown_host", &[("here", host)]);
    let links = app.settings.public_url.iter().map(|url| {
        let url = escaped(&format!("{url}/"));
        format!("<p><a href=\"{url}\">{url}</a></p>\n")
    });
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>Senda</title>\n\
         <p>{}</p>\n{}</html>\n",
        escaped(&sentence),
        links.collect::<String>()
    )
}
